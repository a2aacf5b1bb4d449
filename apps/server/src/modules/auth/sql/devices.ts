import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../../platform/crypto/secretText.ts';
import type { AuthQueries } from '../database.ts';

/** Cookie value that identifies a known browser: 256 random bits. */
export const newDevice = (): string => randomBytes(32).toString('base64url');

/** True when the user of this address has signed in with this browser before. */
export async function knowsDevice(db: AuthQueries, email: string, device: string): Promise<boolean> {
  const row = await db
    .selectFrom('devices as d')
    .innerJoin('user as u', 'u.id', 'd.user_id')
    .select('d.user_id')
    .where('u.email', '=', email)
    .where('d.device_hash', '=', hashSecret(device))
    .executeTakeFirst();
  return row !== undefined;
}

/** Maximum known browsers per person. */
const devicesKept = 50;

/** Records a browser. True when the person has signed in before, but never with this one. */
export async function meetDevice(
  db: AuthQueries,
  userId: string,
  device: string,
  now: Date,
): Promise<boolean> {
  const device_hash = hashSecret(device);
  const known = await db.selectFrom('devices').select('device_hash').where('user_id', '=', userId).execute();
  await db
    .insertInto('devices')
    .values({ user_id: userId, device_hash, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: now }))
    .execute();
  if (known.length >= devicesKept) {
    await db
      .deleteFrom('devices')
      .where('user_id', '=', userId)
      .where('device_hash', 'not in', (eb) =>
        eb
          .selectFrom('devices')
          .select('device_hash')
          .where('user_id', '=', userId)
          .orderBy('last_seen_at', 'desc')
          .limit(devicesKept),
      )
      .execute();
  }
  return known.length > 0 && !known.some((row) => row.device_hash.equals(device_hash));
}
