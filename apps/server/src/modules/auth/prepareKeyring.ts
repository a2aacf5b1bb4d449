import { sql } from 'kysely';
import type pg from 'pg';
import type { Secrets } from '../../platform/config/dataDirectory.ts';
import { type AuthQueries, inAuth } from './database.ts';
import { addKey, closeKey, type KeyPurpose, keyPurposes, newKey, openKey, wrappingKeyOf } from './keyring.ts';
import { ensureSigningKey, rewrapSigningKeys, SigningKeyError } from './sql/signingKey.ts';

/**
 * Creates the keyring and the signing key of a database without them, and re-encrypts data of a former secret with the current
 * one. Servers starting at the same time wait for each other.
 * @throws SigningKeyError when no secret opens the existing keys
 */
export function prepareKeyring(
  pool: pg.Pool,
  { authSecret, previousAuthSecret }: Secrets,
  now: number,
): Promise<void> {
  const former = previousAuthSecret === undefined ? [] : [previousAuthSecret];
  return inAuth(pool, async (_tx, db) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('scout-keyring', 0))`.execute(db);
    const rows = await db.selectFrom('keys').select(['purpose', 'key_id', 'material']).execute();
    await rewrapSigningKeys(db, authSecret, former);
    await rewrapKeys(db, rows, authSecret, former);
    await ensureSigningKey(db, authSecret, now);
    if (rows.length > 0) return;
    for (const purpose of keyPurposes) await addKey(db, authSecret, purpose, newKey(), now);
  });
}

async function rewrapKeys(
  db: AuthQueries,
  rows: readonly { purpose: KeyPurpose; key_id: string; material: string }[],
  authSecret: string,
  former: readonly string[],
): Promise<void> {
  const wrappingKey = wrappingKeyOf(authSecret);
  for (const row of rows) {
    const opened = openWithAny(row, [wrappingKey, ...former.map(wrappingKeyOf)]);
    if (opened.wrappingKey === wrappingKey) continue;
    await db
      .updateTable('keys')
      .set({ material: closeKey(wrappingKey, row.purpose, { id: row.key_id, bytes: opened.bytes }) })
      .where('purpose', '=', row.purpose)
      .where('key_id', '=', row.key_id)
      .execute();
  }
}

function openWithAny(row: Parameters<typeof openKey>[1], wrappingKeys: readonly Buffer[]) {
  for (const wrappingKey of wrappingKeys) {
    try {
      return { wrappingKey, bytes: openKey(wrappingKey, row) };
    } catch {
      // The next secret may open it.
    }
  }
  throw new SigningKeyError();
}
