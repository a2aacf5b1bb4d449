import { hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { decrypt, encrypt } from '../crypto/cipher.ts';
import type { Key, PurposeKeys } from '../crypto/keys.ts';
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
      .select(['purpose', 'key_id', 'material'])
      .select(sql<boolean>`used_from <= now()`.as('used'))
      .orderBy('used_from', 'desc')
      .execute();
    const current = new Map<KeyPurpose, Key>();
    const all = new Map<KeyPurpose, Key[]>(keyPurposes.map((purpose) => [purpose, []]));
    for (const row of rows) {
      const key = { id: row.key_id, bytes: openKey(wrappingKey, row) };
      all.get(row.purpose)?.push(key);
      if (row.used && !current.has(row.purpose)) current.set(row.purpose, key);
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

/** Adds a key that becomes active after `delaySeconds`, by the database's clock. */
export async function addKey(
  db: AuthQueries,
  authSecret: string,
  purpose: KeyPurpose,
  key: Key,
  delaySeconds: number,
): Promise<void> {
  const material = closeKey(wrappingKeyOf(authSecret), purpose, key);
  await db
    .insertInto('keys')
    .values({
      purpose,
      key_id: key.id,
      material,
      used_from: sql<Date>`now() + make_interval(secs => ${delaySeconds})`,
    })
    .execute();
}
