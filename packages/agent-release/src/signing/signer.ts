import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { announcementOf, type KeyChain, newestKey, parseKeyChain, releaseKeyOf } from '../keys.ts';

/** Signs releases. Exists only in the build. */
export interface ReleaseSigner {
  /** `keys.json` of its releases; the last key is its own. */
  readonly chain: KeyChain;
  /** Raw Ed25519 signature, 64 bytes. */
  sign(data: Uint8Array): Buffer;
}

const chainPathOf = (path: string): string => `${path}.chain.json`;

/** Result of opening a key, for the build to report. */
export type KeyOrigin = 'present' | 'made';

/**
 * The installation's key, a new one if there is none.
 * @param path PEM of the private key, mode 0600. Its chain is beside it, in `PATH.chain.json`.
 * @throws Error with an actionable message
 */
export async function openReleaseKey(path: string): Promise<{
  signer: ReleaseSigner;
  origin: KeyOrigin;
}> {
  let origin: KeyOrigin = 'present';
  if (!existsSync(path)) {
    if (existsSync(chainPathOf(path)))
      throw new Error(
        `${path} is missing, and ${chainPathOf(path)} says that agents trust it: put it back. If it is lost, remove the latter too and install the agents again.`,
      );
    origin = 'made';
    await placeFirst(path, newPrivateKey());
  }
  if (process.platform !== 'win32') await chmod(path, 0o600);
  const key = await readPrivateKey(path);
  return { signer: signerOf(key, await readChain(path, key)), origin };
}

/**
 * Replaces the key at `path` by a new one or by `adopted`, a private key's file. The current key signs an announcement of its
 * successor, which agents that trust the current key follow. The current key is deleted.
 * @throws Error with an actionable message
 */
export async function replaceReleaseKey(path: string, adopted?: string): Promise<ReleaseSigner> {
  const { signer } = await openReleaseKey(path);
  const key = adopted === undefined ? newPrivateKey() : await readPrivateKey(adopted);
  const next = createPublicKey(key);
  if (signer.chain.keys.some((known) => releaseKeyOf(known.key).equals(next)))
    throw new Error(`${adopted} is a key of this installation already.`);
  const signature = signer.sign(announcementOf(next)).toString('base64');
  const chain: KeyChain = { keys: [...signer.chain.keys, { key: publicPemOf(key), signature }] };
  await writeKey(path, key, chain);
  return signerOf(key, chain);
}

/**
 * Refuses a signer whose releases the agents of the current release would not accept.
 * @param out the folder of releases
 * @throws Error with an actionable message
 */
export async function requireSuccession(out: string, { chain }: ReleaseSigner): Promise<void> {
  const pointer = await readFile(join(out, 'current.json'), 'utf8').catch(() => null);
  if (pointer === null) return;
  const { folder } = JSON.parse(pointer) as { folder: string };
  const before = await readFile(join(out, folder, 'keys.json')).catch(() => null);
  if (before === null) return;
  const last = releaseKeyOf(parseKeyChain(before).keys.at(-1)!.key);
  if (chain.keys.some(({ key }) => releaseKeyOf(key).equals(last))) return;
  throw new Error(
    `The latest release in ${out} was signed by another key, and agents that trust it would refuse this one. Set SCOUT_RELEASE_KEY_FILE to that key. If it is lost, remove ${out} and install the agents again.`,
  );
}

/** A signer with a key only in this process. */
export function temporarySigner(): ReleaseSigner {
  const key = newPrivateKey();
  return signerOf(key, { keys: [{ key: publicPemOf(key), signature: null }] });
}

function signerOf(key: KeyObject, chain: KeyChain): ReleaseSigner {
  return { chain, sign: (data) => sign(null, data, key) };
}

const newPrivateKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;
const publicPemOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string;

async function readPrivateKey(path: string): Promise<KeyObject> {
  const pem = await readFile(path).catch((error: Error) => {
    throw new Error(`The release key cannot be read (${error.message}).`);
  });
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The sentence is the same.
  }
  throw new Error(`${path} holds no Ed25519 private key in PEM.`);
}

/** A manually placed key has no chain yet: it is the first. */
async function readChain(path: string, key: KeyObject): Promise<KeyChain> {
  const text = await readFile(chainPathOf(path)).catch(() => null);
  const own = createPublicKey(key);
  const chain = text === null ? { keys: [{ key: publicPemOf(key), signature: null }] } : parseKeyChain(text);
  const at = chain.keys.findIndex((known) => releaseKeyOf(known.key).equals(own));
  if (at === -1) throw new Error(`${chainPathOf(path)} does not belong to the key beside it.`);
  // A crash interrupted its replacement by the next key.
  const keys = chain.keys.slice(0, at + 1);
  newestKey(Buffer.from(JSON.stringify({ keys })), keys[0]!.key);
  return { keys };
}

/** One of two concurrent builds creates the key. */
async function placeFirst(path: string, key: KeyObject): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = await writeAside(path, pemOf(key), 0o600);
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary);
  }
}

/** The chain first: with the previous key, new entries in it have no effect. */
async function writeKey(path: string, key: KeyObject, chain: KeyChain): Promise<void> {
  const chainText = `${JSON.stringify(chain, null, 2)}\n`;
  await rename(await writeAside(path, chainText, 0o644), chainPathOf(path));
  await rename(await writeAside(path, pemOf(key), 0o600), path);
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string;

async function writeAside(path: string, text: string, mode: number): Promise<string> {
  const temporary = `${path}.${randomUUID()}`;
  const file = await open(temporary, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}
