import { createPrivateKey, generateKeyPair, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { selfSigned } from '../../../../platform/crypto/certificate.ts';

const RSA_BITS = 3072;

/** Makes a key of this server for an organization, which signs requests and decrypts assertions. Both in DER as base64. */
export async function createOwnKey(now: number): Promise<{ key: string; certificate: string }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS });
  const certificate = selfSigned(publicKey, (content) => sign('sha256', content, privateKey), {
    name: 'Scout',
    from: new Date(now - DAY),
    until: new Date(now + limits.sso.certificateDays * DAY),
  });
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    certificate: certificate.toString('base64'),
  };
}

/** A key as the libraries read it. */
export const pemOf = (key: string): string =>
  createPrivateKey({ key: Buffer.from(key, 'base64'), type: 'pkcs8', format: 'der' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
