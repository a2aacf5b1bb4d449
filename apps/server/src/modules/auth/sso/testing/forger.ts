import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as jose from 'jose';

/** A provider that says whatever an attacker wants it to say. */
export interface Forger extends AsyncDisposable {
  readonly issuer: string;
  /** The private half of its published key, and that of a key which it does not publish. */
  readonly key: CryptoKey;
  readonly otherKey: CryptoKey;
  /** Its published key, as PEM. */
  readonly publicKey: string;
  /** The ID token of the next sign-in; null: the code is refused. */
  idToken: string | null;
  /** Claims at the userinfo endpoint. */
  userInfo: Record<string, unknown>;
  /** Replaces parts of its description. */
  description: Record<string, unknown>;
  stop(): Promise<void>;
}

export async function startForger(): Promise<Forger> {
  const pair = await jose.generateKeyPair('RS256', { extractable: true });
  const other = await jose.generateKeyPair('RS256', { extractable: true });
  const published = { ...(await jose.exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const server = createServer(async (request, response) => {
    await text(request);
    const answers: Record<string, () => [number, unknown]> = {
      '/.well-known/openid-configuration': () => [200, { ...standard(), ...forger.description }],
      '/jwks': () => [200, { keys: [published] }],
      '/userinfo': () => [200, forger.userInfo],
      '/token': () =>
        forger.idToken === null
          ? [400, { error: 'invalid_grant' }]
          : [200, { access_token: 'a', token_type: 'Bearer', id_token: forger.idToken }],
    };
    const [status, body] = answers[request.url!]?.() ?? [404, {}];
    send(response, status, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standard = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  });
  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  const forger: Forger = {
    issuer,
    key: pair.privateKey,
    otherKey: other.privateKey,
    publicKey: await jose.exportSPKI(pair.publicKey),
    idToken: null,
    userInfo: {},
    description: {},
    stop,
    [Symbol.asyncDispose]: stop,
  };
  return forger;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A token without a signature. */
export const unsigned = (claims: object): string => new jose.UnsecuredJWT(claims as jose.JWTPayload).encode();

/** A token with this key; the header's algorithm is that of the key. */
export const signed = (
  claims: object,
  key: CryptoKey | Uint8Array,
  alg = 'RS256',
  kid = 'k1',
): Promise<string> => new jose.SignJWT(claims as jose.JWTPayload).setProtectedHeader({ alg, kid }).sign(key);
