import { createHash } from 'node:crypto';
import { limits } from '@scout/contract';
import * as jose from 'jose';
import * as oidc from 'openid-client';
import type { Clock } from '../../../platform/clock.ts';
import type { Fetcher } from '../../../platform/outgoing/fetch.ts';
import { groupsIn } from './groupsToRole.ts';
import { ProviderProblem, problemOf } from './problems.ts';

/** A client at a provider, with its secret in cleartext. */
export interface ProviderClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Secrets of one sign-in, derived from its state and the cookie of its browser: neither alone is enough, and neither is stored. */
export interface AttemptSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export function attemptSecrets(state: string, browser: string): AttemptSecrets {
  const derived = (purpose: string) =>
    createHash('sha256').update(`${purpose} ${state} ${browser}`).digest('base64url');
  return { state, nonce: derived('nonce'), verifier: derived('verifier') };
}

/** Claims of a provider about a person who has signed in. */
export interface ProvenPerson {
  readonly subject: string;
  readonly sid: string | null;
  readonly email: string | null;
  /** Null: the provider does not say. */
  readonly emailVerified: boolean | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly secondFactor: boolean;
  /** Null: the provider names none. */
  readonly groups: readonly string[] | null;
  /** Names of the claims that came. */
  readonly claims: readonly string[];
}

/** A log-out that a provider reports: of a session of its own, or of all of a person's. */
export interface ReportedLogout {
  readonly subject: string | null;
  readonly sid: string | null;
  readonly issuedAt: Date;
}

/** A provider whose description was just read, of either protocol. @throws ProviderProblem, all of it */
export interface SignInProvider {
  /** Sentences about everything that a sign-in would lack. */
  readonly problems: readonly string[];
  signInUrl(secrets: AttemptSecrets, redirectUri: string, hint: string | null): Promise<string>;
  /** Null: the provider has no log-out that browsers open. */
  endSessionUrl(postLogoutRedirectUri: string): string | null;
}

/** An OpenID provider. */
export interface Provider extends SignInProvider {
  /** @param callback the address to which the browser was sent back */
  personOf(callback: URL, secrets: AttemptSecrets): Promise<ProvenPerson>;
  logoutOf(token: string): Promise<ReportedLogout>;
}

/** Algorithms with a key that the provider keeps for itself. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds by which clocks may differ. */
const TOLERANCE = 30;
/** Age in seconds at which a reported log-out is refused. */
const LOGOUT_AGE = 120;

/** Reads a provider's description, always anew: its keys and addresses may have changed since the last sign-in. */
export async function discover(fetcher: Fetcher, clock: Clock, client: ProviderClient): Promise<Provider> {
  const { issuer, clientId, clientSecret } = client;
  const fetch = fetcher.fetch as unknown as oidc.CustomFetch;
  const config = await asProblem(() =>
    oidc.discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret, [oidc.clockTolerance]: TOLERANCE },
      undefined,
      {
        [oidc.customFetch]: fetch,
        // The fetcher decides: without TLS only where the operator permits it.
        execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
      },
    ),
  );
  const server = config.serverMetadata();
  // The library knows providers of many customers, which answer for people of all of them. Here only one counts.
  if (withoutSlash(server.issuer) !== withoutSlash(issuer))
    throw new ProviderProblem(
      'The provider names itself otherwise. Give the issuer exactly as the provider does.',
    );
  // Where the browser is sent, and where secrets are sent, is as protected as the issuer itself.
  for (const address of [server.authorization_endpoint, server.token_endpoint, server.end_session_endpoint]) {
    if (address !== undefined && !mayFollow(address, issuer))
      throw new ProviderProblem('The provider names an address without TLS.');
  }
  return {
    problems: missing(server),

    async signInUrl({ state, nonce, verifier }, redirectUri, hint) {
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(hint !== null && { login_hint: hint }),
      });
      return url.href;
    },

    personOf: (callback, { state, nonce, verifier }) =>
      asProblem(async () => {
        const tokens = await oidc.authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const inToken = tokens.claims()!;
        const needsMore = inToken.email === undefined && server.userinfo_endpoint !== undefined;
        const more = needsMore ? await oidc.fetchUserInfo(config, tokens.access_token, inToken.sub) : {};
        return personIn({ ...more, ...inToken });
      }),

    endSessionUrl(postLogoutRedirectUri) {
      if (server.end_session_endpoint === undefined) return null;
      // Without a hint of who it is: an ID token in an address would be kept in histories and logs.
      const { href } = oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: postLogoutRedirectUri });
      return href.length <= limits.sso.urlMax ? href : null;
    },

    logoutOf: (token) =>
      asProblem(async () => {
        if (server.jwks_uri === undefined) throw new ProviderProblem('The provider publishes no keys.');
        const keys = jose.createRemoteJWKSet(new URL(server.jwks_uri), {
          [jose.customFetch]: fetch as unknown as jose.FetchImplementation,
        });
        const { payload } = await jose.jwtVerify(token, keys, {
          issuer: server.issuer,
          audience: clientId,
          algorithms: SIGNATURES,
          currentDate: new Date(clock.now()),
          clockTolerance: TOLERANCE,
          maxTokenAge: LOGOUT_AGE,
          requiredClaims: ['iat', 'jti', 'events'],
        });
        const { sub, sid, iat, events, nonce } = payload;
        // A nonce would make an ID token pass as a log-out.
        const isLogout = isRecord(events) && isRecord(events[LOGOUT_EVENT]) && nonce === undefined;
        const [subject, session] = [textOf(sub), textOf(sid)];
        if (!isLogout || (subject === null && session === null))
          throw new ProviderProblem('The token reports no log-out.');
        return { subject, sid: session, issuedAt: new Date(iat! * 1000) };
      }),
  };
}

/** Sentences about everything that a provider's description lacks. */
function missing(server: oidc.ServerMetadata): string[] {
  const { code_challenge_methods_supported: challenges, id_token_signing_alg_values_supported: signatures } =
    server;
  return [
    ...(server.authorization_endpoint === undefined ? ['The provider names no address for sign-ins.'] : []),
    ...(server.token_endpoint === undefined ? ['The provider names no address for tokens.'] : []),
    ...(server.jwks_uri === undefined ? ['The provider publishes no keys.'] : []),
    // Absent: not said, and some support it.
    ...(challenges !== undefined && !challenges.includes('S256')
      ? ['The provider does not support PKCE with S256.']
      : []),
    ...(signatures !== undefined && !signatures.some((each) => SIGNATURES.includes(each))
      ? ['The provider signs ID tokens with no algorithm that is accepted. Use RS256 or ES256.']
      : []),
  ];
}

const mayFollow = (address: string, issuer: string) =>
  URL.canParse(address) &&
  (address.startsWith('https:') || (issuer.startsWith('http:') && address.startsWith('http:')));

const withoutSlash = (text: string) => text.replace(/\/$/, '');

function personIn(claims: Readonly<Record<string, unknown>>): ProvenPerson {
  const { sub, sid, email, email_verified, given_name, family_name, amr, groups } = claims;
  return {
    subject: textOf(sub) ?? '',
    sid: textOf(sid),
    email: textOf(email),
    emailVerified: verdictOf(email_verified),
    firstName: textOf(given_name) ?? '',
    lastName: textOf(family_name) ?? '',
    // RFC 8176.
    secondFactor: Array.isArray(amr) && amr.includes('mfa'),
    groups: groupsIn(groups),
    claims: Object.keys(claims).filter(isText).sort(),
  };
}

/** Some providers write it as a text. */
const verdictOf = (value: unknown) =>
  value === true || value === 'true' ? true : value === undefined || value === null ? null : false;

/** Without control characters, which names do not have and the database does not store. */
const isText = (value: string) => value.length <= 255 && /^[^\p{Cc}\p{Cs}]+$/u.test(value);
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && isText(value) ? value : null;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function asProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw problemOf(error);
  }
}
