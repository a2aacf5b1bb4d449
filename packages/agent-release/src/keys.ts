import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** An untrusted key or list of keys. The message is a sentence for the installing administrator. */
export class ReleaseKeyError extends Error {}

/** Larger than any file of keys. */
export const KEYS_BYTES = 64 * 1024;

/** A key that signs releases, as listed in a release's `keys.json`, oldest first. */
export interface AnnouncedKey {
  /** PEM of the public half. */
  readonly key: string;
  /** Base64 of the previous key's signature of {@link announcementOf}; null for the first. */
  readonly signature: string | null;
}

/** `keys.json`. The last key signs the release. */
export interface KeyChain {
  readonly keys: readonly AnnouncedKey[];
}

/** An Ed25519 key from its PEM. @throws {ReleaseKeyError} for anything else */
export function releaseKeyOf(pem: string): KeyObject {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The sentence is the same.
  }
  throw new ReleaseKeyError(
    'the trusted release key is damaged: install the agent again with a download of today',
  );
}

/** Text that a key signs to announce the next one. No manifest or package starts like it. */
export const announcementOf = (next: KeyObject): Buffer =>
  Buffer.concat([Buffer.from('Scout release key\n'), next.export({ type: 'spki', format: 'der' })]);

/**
 * The current release signing key: the last key of the chain of announcements that starts at the trusted key. A chain without the
 * trusted key changes nothing: the result is the trusted key.
 * @returns its PEM
 * @throws {ReleaseKeyError} when an announcement is not signed by the previous key
 */
export function newestKey(chain: Buffer, trusted: string): string {
  const start = releaseKeyOf(trusted);
  const { keys } = parseKeyChain(chain);
  const at = keys.findIndex(({ key }) => releaseKeyOf(key).equals(start));
  if (at === -1) return trusted;
  let newest = start;
  for (const { key, signature } of keys.slice(at + 1)) {
    const next = releaseKeyOf(key);
    if (!verify(null, announcementOf(next), newest, Buffer.from(signature ?? '', 'base64')))
      throw new ReleaseKeyError('a release key was not announced by the key before it');
    newest = next;
  }
  return newest.equals(start) ? trusted : (newest.export({ type: 'spki', format: 'pem' }) as string);
}

/** @throws {ReleaseKeyError} */
export function parseKeyChain(text: Buffer): KeyChain {
  const fault = new ReleaseKeyError('the list of release keys is damaged');
  let keys: unknown;
  try {
    ({ keys } = (JSON.parse(text.toString('utf8')) ?? {}) as { keys?: unknown });
  } catch {
    throw fault;
  }
  if (!Array.isArray(keys) || keys.length === 0) throw fault;
  return {
    keys: keys.map((each: Readonly<Record<string, unknown>> | null) => {
      const { key, signature } = each ?? {};
      if (typeof key !== 'string' || (signature !== null && typeof signature !== 'string')) throw fault;
      return { key, signature };
    }),
  };
}
