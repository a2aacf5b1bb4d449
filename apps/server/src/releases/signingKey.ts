import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { keepText } from '../auth/dataDirectory.ts';

/** File name in the data directory. */
const FILE = 'release-key';

/** The key that signs releases, of this installation alone, and its public half for whoever checks them. */
export interface ReleaseKey {
  readonly privateKey: KeyObject;
  /** PEM. */
  readonly publicPem: string;
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const toKey = (privateKey: KeyObject): ReleaseKey => ({
  privateKey,
  publicPem: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) as string,
});

/**
 * The installation's Ed25519 key: in the data directory, made once and readable by this user only (0600). Servers that share a
 * database must sign alike, so theirs follows from the secret that they share.
 */
export async function loadReleaseKey(
  dataDir: string,
  { authSecret, databaseUrl }: { authSecret: string; databaseUrl: string | undefined },
): Promise<ReleaseKey> {
  if (databaseUrl !== undefined) {
    const seed = Buffer.from(hkdfSync('sha256', authSecret, '', 'scout release key', 32));
    return toKey(createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' }));
  }
  const pem = await keepText(dataDir, FILE, () =>
    (generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string).trim(),
  );
  return toKey(createPrivateKey(pem));
}
