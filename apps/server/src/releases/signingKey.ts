import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { keepText } from '../auth/dataDirectory.ts';

/** File name in the data directory. */
const FILE = 'release-key';

/** The key that signs releases, of this installation alone, and its public half for whoever checks them. */
export interface ReleaseKey {
  readonly privateKey: KeyObject;
  /** PEM. */
  readonly publicPem: string;
}

/**
 * The installation's Ed25519 key: in the data directory, made once and readable by this user only (0600). It is random and
 * follows from nothing, because its public half is there for everybody to try guesses on.
 */
export async function loadReleaseKey(dataDir: string): Promise<ReleaseKey> {
  const pem = await keepText(dataDir, FILE, () =>
    (generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string).trim(),
  );
  const privateKey = createPrivateKey(pem);
  const publicPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) as string;
  return { privateKey, publicPem };
}
