import { limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import type { AuthQueries } from '../database.ts';
import { deleteExpiredKeys } from './expireKeys.ts';

/** Deletes expired sessions, resets, challenges and keys, and users whose address was not confirmed in time, which releases the address. */
export async function clearExpiredSignInData(db: AuthQueries, now: number): Promise<void> {
  const time = new Date(now);
  await db.deleteFrom('session').where('expires_at', '<', time).execute();
  await db.deleteFrom('password_resets').where('expires_at', '<', time).execute();
  await db.deleteFrom('sso_attempts').where('expires_at', '<', time).execute();
  await db.deleteFrom('sso_assertions').where('expires_at', '<', time).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', time).execute();
  await deleteExpiredKeys(db, time);
  await db
    .deleteFrom('user')
    .where('email_verified', '=', false)
    // A user who was confirmed once stays, even with an unconfirmed address.
    .where('email_confirmed_at', 'is', null)
    .where('updated_at', '<', new Date(now - limits.user.unconfirmedDays * DAY))
    .execute();
}
