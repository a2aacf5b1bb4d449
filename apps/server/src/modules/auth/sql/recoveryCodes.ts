import { randomBytes } from 'node:crypto';
import { limits } from '@scout/contract';
import type { Key, PurposeKeys } from '../../../platform/crypto/keys.ts';
import { keyedHash } from '../../../platform/crypto/keys.ts';
import type { AuthQueries } from '../database.ts';

/** Letters and digits that cannot be confused with each other: 31 of them. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;

/** Replaces the recovery codes of a person. The codes, about 79 bits each, are returned here and not stored. */
export async function replaceRecoveryCodes(
  db: AuthQueries,
  keys: PurposeKeys,
  userId: string,
): Promise<string[]> {
  const key = await keys.current();
  const codes = Array.from({ length: limits.secondFactor.recoveryCodes }, newCode);
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: hashOf(key, userId, code),
        key_id: key.id,
        used_at: null,
      })),
    )
    .execute();
  return codes;
}

export async function deleteRecoveryCodes(db: AuthQueries, userId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Consumes a code. False if invalid or already used. */
export async function spendRecoveryCode(
  db: AuthQueries,
  keys: PurposeKeys,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const hashes = (await keys.all()).map((key) => hashOf(key, userId, code));
  if (hashes.length === 0) return false;
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Number of a person's unused codes. */
export async function countRecoveryCodes(db: AuthQueries, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

function newCode(): string {
  const letters: string[] = [];
  while (letters.length < groups * groupLength) {
    for (const byte of randomBytes(32)) {
      // 248 is the largest multiple of 31 in a byte: values above it would bias some letters.
      if (byte < alphabet.length * 8) letters.push(alphabet.charAt(byte % alphabet.length));
    }
  }
  return Array.from({ length: groups }, (_, group) =>
    letters.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-');
}

/** Ignores case, spaces and dashes. */
const hashOf = (key: Key, userId: string, code: string) =>
  keyedHash(key, 'recovery', userId, code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
