import { createOwnKey, pemOf } from '../saml/ownKey.ts';

/** A key of a provider, with the certificate of it. */
export interface SamlKey {
  /** PEM. */
  readonly privateKey: string;
  /** DER, as base64. */
  readonly certificate: string;
}

export async function createSamlKey(): Promise<SamlKey> {
  const { key, certificate } = await createOwnKey(Date.now());
  return { privateKey: pemOf(key), certificate };
}
