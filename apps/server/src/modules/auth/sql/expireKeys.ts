import { DAY, HOUR } from '@scout/detection/time';
import type { AuthQueries } from '../database.ts';
import type { KeyPurpose } from '../keyring.ts';

/** Time for which a key is kept after all its data was resealed or expired: the longest lifetime of links and cursors, plus a margin. */
const KEPT_MS = DAY;
/** Access tokens are valid for ten minutes. */
const SIGNING_KEPT_MS = HOUR;

/** Schedules all but the current key of a purpose to expire in a day. */
export async function expireFormerKeys(db: AuthQueries, purpose: KeyPurpose, now: number): Promise<void> {
  await db
    .updateTable('keys')
    .set({ expires_at: new Date(now + KEPT_MS) })
    .where('purpose', '=', purpose)
    .where('expires_at', 'is', null)
    .where('used_from', '<', (eb) =>
      eb
        .selectFrom('keys')
        .select((newest) => newest.fn.max('used_from').as('used_from'))
        .where('purpose', '=', purpose)
        .where('used_from', '<=', new Date(now)),
    )
    .execute();
}

/** Schedules all but the current signing key of access tokens to expire in an hour. */
export async function expireFormerSigningKeys(db: AuthQueries, now: number): Promise<void> {
  await db
    .updateTable('jwks')
    .set({ expires_at: new Date(now + SIGNING_KEPT_MS) })
    .where('expires_at', 'is', null)
    .where('created_at', '<', (eb) =>
      eb
        .selectFrom('jwks')
        .select((newest) => newest.fn.max('created_at').as('created_at'))
        .where('created_at', '<=', new Date(now)),
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
