import { generateKeyPairSync } from 'node:crypto';
import { selfSigned } from '../../../../platform/crypto/certificate.ts';

/** A key of a provider, with the certificate of it. */
export interface SamlKey {
  readonly privateKey: string;
  /** DER, as base64. */
  readonly certificate: string;
}

export function createSamlKey(bits = 2048): SamlKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const [from, until] = [new Date('2026-01-01'), new Date('2036-01-01')];
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: selfSigned(privateKey, { name: 'Provider', from, until }).toString('base64'),
  };
}
