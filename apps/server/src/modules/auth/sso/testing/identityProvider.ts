import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as jose from 'jose';
import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider';

/** A person at a provider. */
export interface Account {
  readonly email: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
  readonly given_name?: string;
  readonly family_name?: string;
}

/** A real OpenID provider on this machine. */
export interface IdentityProvider extends AsyncDisposable {
  readonly issuer: string;
  /** By the provider's name of the person. */
  readonly accounts: Map<string, Account>;
  /** The person who signs in next, by the provider's name. */
  person: string;
  /** The clients known from the next start on. */
  readonly clients: ClientMetadata[];
  /** Starts again at the same address, with new keys. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

export const SECRET = 'a-secret-of-the-client-that-is-long-enough';

/** Starts a provider whose clients are added with {@link IdentityProvider.clients} and `rotate`. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const accounts = new Map<string, Account>();
  const clients: ClientMetadata[] = [];
  const idp = { issuer, accounts, clients, person: 'tester', rotate, stop };

  async function rotate(): Promise<void> {
    const { privateKey } = await jose.generateKeyPair('RS256', { extractable: true });
    const key = { ...(await jose.exportJWK(privateKey)), use: 'sig', alg: 'RS256' };
    const provider = new Provider(issuer, {
      ...configuration(accounts),
      clients,
      jwks: { keys: [key] } as Configuration['jwks'],
      interactions: { url: (_context, { uid }) => `/known/${uid}` },
    } as Configuration);
    const handle = provider.callback();
    server.removeAllListeners('request');
    server.on('request', async (request, response) => {
      if (!request.url?.startsWith('/known/')) return handle(request, response);
      const login = { accountId: idp.person };
      await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
    });
  }

  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  await rotate();
  return Object.assign(idp, { [Symbol.asyncDispose]: stop });
}

/** A client of Scout at the provider. */
export const clientAt = (
  client_id: string,
  addresses: {
    redirect_uri: string;
    post_logout_redirect_uri: string;
    backchannel_logout_uri: string;
  },
): ClientMetadata => ({
  client_id,
  client_secret: SECRET,
  redirect_uris: [addresses.redirect_uri],
  post_logout_redirect_uris: [addresses.post_logout_redirect_uri],
  backchannel_logout_uri: addresses.backchannel_logout_uri,
  backchannel_logout_session_required: true,
});

const configuration = (accounts: ReadonlyMap<string, Account>): Configuration => ({
  features: {
    backchannelLogout: { enabled: true },
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      // Without the standard page's fonts from another site.
      async logoutSource(context, form) {
        context.body = `<title>Provider</title>${form}<button form="op.logoutForm" name="logout" value="yes">Log out there</button>`;
      },
    },
  },
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'groups'],
  },
  // Both ways that providers have: claims in the ID token, and at the userinfo endpoint.
  conformIdTokenClaims: true,
  cookies: { keys: ['a key of the cookies of this test'] },
  findAccount: (_context, sub) => {
    const account = accounts.get(sub);
    return account && { accountId: sub, claims: async () => ({ sub, ...account }) };
  },
  async loadExistingGrant(context) {
    const { client, session, provider } = context.oidc;
    const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
  // By default it reports no log-out to this machine.
  fetch(url, options) {
    const { dispatcher: _, ...rest } = (options ?? {}) as RequestInit & { dispatcher?: unknown };
    return fetch(url, rest as RequestInit);
  },
});
