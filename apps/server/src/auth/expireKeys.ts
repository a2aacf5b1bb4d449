import { sql } from 'kysely';
import type { AuthQueries } from './database.ts';
import type { KeyPurpose } from './keyring.ts';

/** Time for which a key is kept after everything sealed with it was resealed or has expired: the longest life of links and cursors, and a margin. */
const keptHours = 24;

/** Makes all but the current key of a purpose expire in a day. */
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

/** Access tokens live for ten minutes; the key that signed the last of them is kept for an hour. */
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

/** Deletes expired keys. Keys of recovery codes are kept as long as a code that was hashed with them. */
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
