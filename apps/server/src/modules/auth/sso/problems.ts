import { AddressRefusedError } from '../../../platform/outgoing/guard.ts';

/** A provider that did not do as expected. The message is a sentence for an admin, without text that the other side chose. */
export class ProviderProblem extends Error {
  override name = 'ProviderProblem';
}

/** A provider that says that it did not sign the person in. */
export class SignInDenied extends ProviderProblem {
  override name = 'SignInDenied';
}

const UNRESOLVED = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);
const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA$|ERR_TLS_CERT_)/;

/** Sentences for codes of the protocol's library, and for errors that a provider may name. */
const BY_CODE: Readonly<Record<string, string>> = {
  OAUTH_KEY_SELECTION: 'The ID token is signed with a key that the provider does not publish.',
  OAUTH_INVALID_SIGNATURE: 'The signature of the ID token is wrong.',
  OAUTH_UNSUPPORTED_OPERATION:
    'The ID token is signed with an algorithm that is not accepted. Use RS256 or ES256.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    'The ID token has expired, or is not valid yet. Compare the clocks of both servers.',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'The ID token is for another client, sign-in or issuer.',
  OAUTH_INVALID_RESPONSE: 'The response of the provider misses something, or is not of the protocol.',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'The provider names itself otherwise. Give the issuer exactly as the provider does.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'The response of the provider is not JSON.',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'There is no OpenID configuration below the address of the issuer.',
  invalid_client: 'The provider refused the client ID or the client secret.',
  invalid_grant: 'The provider refused the code of this sign-in.',
  access_denied: 'The provider did not permit this person to sign in.',
};

/** The problem behind an error of a request, a token or an answer. */
export function problemOf(error: unknown): ProviderProblem {
  const chain: unknown[] = [];
  for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) chain.push(each);
  const because = (message: string) => new ProviderProblem(message, { cause: error });
  for (const each of chain) {
    if (each instanceof ProviderProblem) return each;
    if (each instanceof AddressRefusedError)
      return because(
        'The address of the provider may not be reached: the operator allows networks with SCOUT_SSO_NETWORKS.',
      );
    const named = [property(each, 'error'), property(each, 'code')].filter((name) => name !== undefined);
    for (const name of named) {
      if (Object.hasOwn(BY_CODE, name)) return because(BY_CODE[name]!);
      if (UNRESOLVED.has(name)) return because('The name of the provider could not be resolved.');
      if (CERTIFICATE.test(name)) return because(`The certificate of the provider is not trusted (${name}).`);
      if (/^E[A-Z]{3,20}$/.test(name)) return because(`The provider could not be reached (${name}).`);
    }
    if ((each as Error).message === 'There was no response in time.')
      return because('The provider did not respond in time.');
  }
  return because('The response of the provider could not be read.');
}

function property(value: unknown, key: string): string | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Result of a request to a provider, or the problem with it; other errors are thrown. */
export async function orProblem<T>(work: Promise<T>): Promise<T | ProviderProblem> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderProblem) return error;
    throw error;
  }
}
