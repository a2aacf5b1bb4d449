import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { join } from 'node:path';
import { atomicWrite } from '../runtime/atomicWrite.ts';
import type { DurableFs } from '../runtime/durableFs.ts';

const FILE = 'directory-key.pem';

/** Signs the snapshots of this machine. The private part never leaves it, unlike the credential, which every request shows. */
export interface ConnectorKey {
  /** Ed25519, SPKI, base64. */
  readonly publicKey: string;
  /** @returns the signature, base64 */
  sign(document: string): string;
}

/** The key of a state directory, made at its first use. */
export async function connectorKey(fs: DurableFs, folder: string): Promise<ConnectorKey> {
  const key = (await readKey(fs, folder)) ?? (await makeKey(fs, folder));
  return {
    publicKey: publicPart(key),
    sign: (document) => sign(null, Buffer.from(document), key).toString('base64'),
  };
}

/** The public part of a state directory's key; null before the first snapshot. */
export async function connectorPublicKey(fs: DurableFs, folder: string): Promise<string | null> {
  const key = await readKey(fs, folder);
  return key === undefined ? null : publicPart(key);
}

const publicPart = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

async function readKey(fs: DurableFs, folder: string): Promise<KeyObject | undefined> {
  try {
    return createPrivateKey(await fs.readFile(join(folder, FILE)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function makeKey(fs: DurableFs, folder: string): Promise<KeyObject> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  await atomicWrite(fs, folder, FILE, [Buffer.from(pem)]);
  return privateKey;
}
