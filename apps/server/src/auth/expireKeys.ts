import { sql } from 'kysely';
import type { AuthQueries } from './database.ts';
import type { KeyPurpose } from './keyring.ts';

/** Hours for which a key is kept after all its data was resealed or expired: the longest lifetime of links and cursors, plus a margin. */
const keptHours = 24;

/** Schedules all but the current key of a purpose to expire in a day. */
export async function expireFormerKeys(db: AuthQueries, purpose: KeyPurpose): Promise<void> {
  await db
    .updateTable('keys')
    .set({ expires_at: sql<Date>`now() + make_interval(hours => ${keptHours})` })
    .where('purpose', '=', purpose)
    .where('expires_at', 'is', null)
    .where('used_from', '<', (eb) =>
      eb
        .selectFrom('keys')
        .select((newest) => newest.fn.max('used_from').as('used_from'))
        .where('purpose', '=', purpose)
        .where('used_from', '<=', sql<Date>`now()`),
    )
    .execute();
}

/** Access tokens are valid for ten minutes; their signing key is kept for an hour. */
export async function expireFormerSigningKeys(db: AuthQueries): Promise<void> {
  await db
    .updateTable('jwks')
    .set({ expires_at: sql<Date>`now() + interval '1 hour'` })
    .where('expires_at', 'is', null)
    .where('created_at', '<', (eb) =>
      eb
        .selectFrom('jwks')
        .select((newest) => newest.fn.max('created_at').as('created_at'))
        .where('created_at', '<=', sql<Date>`now()`),
    )
    .execute();
}

/** Deletes expired keys. Keys of recovery codes are kept while a code hashed with them exists. */
export async function deleteExpiredKeys(db: AuthQueries, now: Date): Promise<void> {
  await db
    .deleteFrom('keys')
    .where('expires_at', '<', now)
    .where((eb) =>
      eb.or([
        eb('purpose', '<>', 'codes'),
        eb('key_id', 'not in', eb.selectFrom('recovery_codes').select('key_id')),
      ]),
    )
    .execute();
  await db.deleteFrom('jwks').where('expires_at', '<', now).execute();
}
