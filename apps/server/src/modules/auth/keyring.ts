import { hkdfSync, randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { decrypt, encrypt } from '../../platform/crypto/cipher.ts';
import type { Key, PurposeKeys } from '../../platform/crypto/keys.ts';
import type { AuthQueries, AuthStore } from './database.ts';

/** Purposes of keys. Each purpose has its own random keys. */
export const keyPurposes = ['secrets', 'mail', 'codes', 'challenges', 'downloads', 'cursors'] as const;
export type KeyPurpose = (typeof keyPurposes)[number];

/** The server's own keys from the database. */
export type Keyring = (purpose: KeyPurpose) => PurposeKeys;

/** Maximum age of a keyring in use before the server reads it again. */
export const keyringAgeMs = 2_000;

interface Ring {
  readonly current: ReadonlyMap<KeyPurpose, Key>;
  readonly all: ReadonlyMap<KeyPurpose, readonly Key[]>;
  readonly readAt: number;
}

/** Reads the keys of {@link prepareKeyring} on use, so that servers see each other's changes within seconds. */
export function createKeyring(
  store: AuthStore,
  authSecret: string,
  clock: Clock,
  /** Monotonic milliseconds. */
  elapsed: () => number = () => performance.now(),
): Keyring {
  const wrappingKey = wrappingKeyOf(authSecret);
  let ring: Ring | undefined;
  let reading: Promise<Ring> | undefined;

  async function read(): Promise<Ring> {
    const readAt = elapsed();
    const rows = await store.db
      .selectFrom('keys')
      .select(['purpose', 'key_id', 'material', 'used_from'])
      .orderBy('used_from', 'desc')
      .execute();
    const now = clock.now();
    const current = new Map<KeyPurpose, Key>();
    const isUsed = new Set<KeyPurpose>();
    const all = new Map<KeyPurpose, Key[]>(keyPurposes.map((purpose) => [purpose, []]));
    for (const row of rows) {
      const key = { id: row.key_id, bytes: openKey(wrappingKey, row) };
      all.get(row.purpose)?.push(key);
      // The newest key in use; of keys that are all used only later, by a clock ahead of this one, the first.
      if (!isUsed.has(row.purpose)) current.set(row.purpose, key);
      if (row.used_from.getTime() <= now) isUsed.add(row.purpose);
    }
    return { current, all, readAt };
  }

  async function fresh(): Promise<Ring> {
    if (ring && elapsed() - ring.readAt < keyringAgeMs) return ring;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    ring = await reading;
    return ring;
  }

  return (purpose) => ({
    async current() {
      const key = (await fresh()).current.get(purpose);
      if (!key) throw new Error(`There is no key for ${purpose} in the database`);
      return key;
    },
    all: async () => (await fresh()).all.get(purpose) ?? [],
    find: async (id) => (await fresh()).all.get(purpose)?.find((key) => key.id === id),
  });
}

/** Keys are stored encrypted under a key derived from the random authentication secret. */
export const wrappingKeyOf = (authSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', authSecret, '', 'scout keyring', 32));

interface KeyRow {
  readonly purpose: KeyPurpose;
  readonly key_id: string;
  readonly material: string;
}

/** @throws Error with a different authentication secret */
export function openKey(wrappingKey: Buffer, { purpose, key_id, material }: KeyRow): Buffer {
  const [forPurpose, id, bytes] = decrypt(wrappingKey, material).split(' ');
  if (forPurpose !== purpose || id !== key_id || bytes === undefined)
    throw new Error(`The key ${key_id} for ${purpose} is another's`);
  return Buffer.from(bytes, 'base64url');
}

/** Includes its purpose and id, so that rows cannot be exchanged. */
export const closeKey = (wrappingKey: Buffer, purpose: KeyPurpose, { id, bytes }: Key): string =>
  encrypt(wrappingKey, `${purpose} ${id} ${bytes.toString('base64url')}`);

export const newKey = (): Key => ({ id: randomBytes(6).toString('base64url'), bytes: randomBytes(32) });

/** Adds a key. @param from when it becomes active, epoch milliseconds */
export async function addKey(
  db: AuthQueries,
  authSecret: string,
  purpose: KeyPurpose,
  key: Key,
  from: number,
): Promise<void> {
  const material = closeKey(wrappingKeyOf(authSecret), purpose, key);
  await db
    .insertInto('keys')
    .values({ purpose, key_id: key.id, material, used_from: new Date(from) })
    .execute();
}
