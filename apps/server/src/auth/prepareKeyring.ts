import { hkdfSync } from 'node:crypto';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Key } from '../crypto/keys.ts';
import { type AuthQueries, inAuth } from './database.ts';
import type { Secrets } from './dataDirectory.ts';
import { addKey, closeKey, type KeyPurpose, keyPurposes, newKey, openKey, wrappingKeyOf } from './keyring.ts';
import { ensureSigningKey, rewrapSigningKeys, SigningKeyError } from './signingKey.ts';

/** Id of keys that earlier versions derived from the authentication secret: prefix of everything they sealed. */
export const derivedKeyId = 'v1';

/** HKDF info of each derived key. */
const derivedKeyInfo: Readonly<Record<KeyPurpose, string>> = {
  secrets: 'scout second factors v1',
  mail: 'scout mail queue v1',
  cursors: 'scout events cursor v1',
  codes: 'scout codes',
  challenges: 'scout challenges',
  downloads: 'scout downloads',
};

/**
 * Creates the keyring and the signing key of a database without them, and re-encrypts data of a former secret with the current
 * one. Keys of earlier versions are added to the keyring, so that their data stays readable. Servers starting at the same time
 * wait for each other.
 * @returns true if keys of an earlier version were added
 * @throws SigningKeyError when no secret opens the existing keys
 */
export function prepareKeyring(pool: pg.Pool, secrets: Secrets, now: number): Promise<boolean> {
  const { authSecret, previousAuthSecret, passwordSecret } = secrets;
  const former = [previousAuthSecret].filter((secret) => secret !== undefined);
  return inAuth(pool, async (_tx, db) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('scout-keyring', 0))`.execute(db);
    const rows = await db.selectFrom('keys').select(['purpose', 'key_id', 'material']).execute();
    if (rows.length > 0) {
      await rewrapSigningKeys(db, authSecret, former);
      await rewrapKeys(db, rows, authSecret, former);
      await ensureSigningKey(db, authSecret, now);
      return false;
    }
    // A secret derived from a password is possible only in a database without a keyring.
    if (passwordSecret !== undefined) former.push(passwordSecret);
    const openedBy = await rewrapSigningKeys(db, authSecret, former);
    await ensureSigningKey(db, authSecret, now);
    for (const purpose of keyPurposes) {
      if (openedBy !== undefined)
        await addKey(db, authSecret, purpose, derivedKey(purpose, openedBy), now - longBefore);
      await addKey(db, authSecret, purpose, newKey(), now);
    }
    return openedBy !== undefined;
  });
}

/** Milliseconds: earlier than any key of the keyring. */
const longBefore = 365 * DAY;

const derivedKey = (purpose: KeyPurpose, authSecret: string): Key => ({
  id: derivedKeyId,
  bytes: Buffer.from(hkdfSync('sha256', authSecret, '', derivedKeyInfo[purpose], 32)),
});

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
