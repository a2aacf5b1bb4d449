import type { KeyName, ServerKey } from '@scout/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import { keysReadEveryMs } from './accessToken.ts';
import type { AuthStore } from './database.ts';
import { expireFormerKeys, expireFormerSigningKeys } from './expireKeys.ts';
import { addKey, type KeyPurpose, type Keyring, keyringAgeMs, newKey } from './keyring.ts';
import { type Resealed, resealAll, resealSome } from './reseal.ts';
import { addSigningKey } from './signingKey.ts';

/** Replaces the server's keys without downtime. */
export interface Rotation {
  list(): Promise<ServerKey[]>;
  /** Creates the next key. */
  rotate(key: KeyName): Promise<ServerKey>;
  /** Reseals the next rows after `after`, initially empty; the result's `after` is null at the end. */
  reseal(key: KeyName, after: string): Promise<Resealed & { waiting: boolean; after: string | null }>;
}

interface Parts {
  readonly pool: pg.Pool;
  readonly store: AuthStore;
  readonly keys: Keyring;
  readonly authSecret: string;
}

/** Twice the maximum age of keys read by a server, in seconds. */
const settleSeconds = (ageMs: number) => (2 * ageMs) / 1000;

const nothing = { resealed: 0, unreadable: 0 };

export function createRotation({ pool, store, keys, authSecret }: Parts): Rotation {
  const { db } = store;

  async function list(): Promise<ServerKey[]> {
    const used = sql<boolean>`used_from <= now()`.as('used');
    const purposes = await db
      .selectFrom('keys')
      .select(['purpose as key', 'key_id', 'used_from', 'expires_at', used])
      .orderBy('purpose')
      .orderBy('used_from', 'desc')
      .execute();
    const signing = await db
      .selectFrom('jwks')
      .select(['id as key_id', 'created_at as used_from', 'expires_at'])
      .select(sql<boolean>`created_at <= now()`.as('used'))
      .orderBy('created_at', 'desc')
      .execute();
    const rows = [...signing.map((row) => ({ ...row, key: 'jwt' as const })), ...purposes];
    const seen = new Set<KeyName>();
    return rows.map(({ key, key_id, used_from, expires_at, used }) => {
      const state = !used ? 'next' : seen.has(key) ? 'former' : 'current';
      if (used) seen.add(key);
      return {
        key,
        key_id,
        state,
        used_from: used_from.toISOString(),
        expires_at: expires_at?.toISOString() ?? null,
      };
    });
  }

  async function addPurposeKey(purpose: KeyPurpose): Promise<string> {
    const key = newKey();
    await addKey(db, authSecret, purpose, key, settleSeconds(keyringAgeMs));
    return key.id;
  }

  /** True until every server has used the newest key of the purpose for some time. */
  async function unsettled(purpose: KeyPurpose): Promise<boolean> {
    const row = await db
      .selectFrom('keys')
      .select(
        sql<boolean>`max(used_from) > now() - make_interval(secs => ${settleSeconds(keyringAgeMs)})`.as(
          'young',
        ),
      )
      .where('purpose', '=', purpose)
      .executeTakeFirst();
    return row?.young ?? false;
  }

  return {
    list,

    async rotate(key) {
      const id =
        key === 'jwt'
          ? await addSigningKey(db, authSecret, settleSeconds(keysReadEveryMs))
          : await addPurposeKey(key);
      return (await list()).find((one) => one.key === key && one.key_id === id)!;
    },

    async reseal(key, after) {
      if (key === 'jwt') {
        const waiting = (await list()).some((one) => one.key === key && one.state === 'next');
        if (!waiting) await expireFormerSigningKeys(db);
        return { ...nothing, waiting, after: null };
      }
      if (await unsettled(key)) return { ...nothing, waiting: true, after };
      const done = await resealSome(pool, keys, key, after);
      if (done.after === undefined) {
        const { unreadable } = await resealAll(pool, keys, key);
        if (unreadable === 0) await expireFormerKeys(db, key);
      }
      return { ...done, waiting: false, after: done.after ?? null };
    },
  };
}
