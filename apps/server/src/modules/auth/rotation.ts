import type { KeyName, ServerKey } from '@scout/contract';
import type pg from 'pg';
import { CLOCK_SKEW_MS, type Clock } from '../../platform/clock.ts';
import { keysReadEveryMs } from './accessToken.ts';
import type { AuthStore } from './database.ts';
import { addKey, type KeyPurpose, type Keyring, keyringAgeMs, newKey } from './keyring.ts';
import { type Resealed, resealAll, resealSome } from './reseal.ts';
import { expireFormerKeys, expireFormerSigningKeys } from './sql/expireKeys.ts';
import { addSigningKey } from './sql/signingKey.ts';

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
  readonly clock: Clock;
}

/** Time in which every server has read the keys, whose maximum age is given, also by the clock that is the most ahead. */
const settleMs = (ageMs: number) => 2 * ageMs + CLOCK_SKEW_MS;

const nothing = { resealed: 0, unreadable: 0 };

export function createRotation({ pool, store, keys, authSecret, clock }: Parts): Rotation {
  const { db } = store;

  async function list(): Promise<ServerKey[]> {
    const now = clock.now();
    const purposes = await db
      .selectFrom('keys')
      .select(['purpose as key', 'key_id', 'used_from', 'expires_at'])
      .orderBy('purpose')
      .orderBy('used_from', 'desc')
      .execute();
    const signing = await db
      .selectFrom('jwks')
      .select(['id as key_id', 'created_at as used_from', 'expires_at'])
      .orderBy('created_at', 'desc')
      .execute();
    const rows = [...signing.map((row) => ({ ...row, key: 'jwt' as const })), ...purposes];
    const seen = new Set<KeyName>();
    return rows.map(({ key, key_id, used_from, expires_at }) => {
      const used = used_from.getTime() <= now;
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
    await addKey(db, authSecret, purpose, key, clock.now() + settleMs(keyringAgeMs));
    return key.id;
  }

  /** True until every server has used the newest key of the purpose for some time. */
  async function unsettled(purpose: KeyPurpose): Promise<boolean> {
    const row = await db
      .selectFrom('keys')
      .select(({ fn }) => fn.max('used_from').as('used_from'))
      .where('purpose', '=', purpose)
      .executeTakeFirst();
    return (row?.used_from?.getTime() ?? 0) > clock.now() - settleMs(keyringAgeMs);
  }

  return {
    list,

    async rotate(key) {
      const id =
        key === 'jwt'
          ? await addSigningKey(db, authSecret, clock.now() + settleMs(keysReadEveryMs))
          : await addPurposeKey(key);
      return (await list()).find((one) => one.key === key && one.key_id === id)!;
    },

    async reseal(key, after) {
      if (key === 'jwt') {
        const waiting = (await list()).some((one) => one.key === key && one.state === 'next');
        if (!waiting) await expireFormerSigningKeys(db, clock.now());
        return { ...nothing, waiting, after: null };
      }
      if (await unsettled(key)) return { ...nothing, waiting: true, after };
      const done = await resealSome(pool, keys, key, after);
      if (done.after === undefined) {
        const { unreadable } = await resealAll(pool, keys, key);
        if (unreadable === 0) await expireFormerKeys(db, key, clock.now());
      }
      return { ...done, waiting: false, after: done.after ?? null };
    },
  };
}
