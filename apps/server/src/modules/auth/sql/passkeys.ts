import { limits } from '@scout/contract';
import type { Selectable } from 'kysely';
import { hashSecret } from '../../../platform/crypto/secretText.ts';
import type { AuthQueries } from '../database.ts';
import type { Passkeys } from '../schema.ts';

export type PasskeyRow = Selectable<Passkeys>;

/** What a challenge is for, and the session or the cookie that must bring its answer. */
export interface ChallengeUse {
  readonly purpose: 'add' | 'prove' | 'sign-in';
  readonly boundTo: string;
}

/** Keeps a challenge, which replaces the one before of the same browser. */
export async function keepChallenge(
  db: AuthQueries,
  { purpose, boundTo }: ChallengeUse,
  challenge: string,
  now: number,
): Promise<void> {
  await db
    .deleteFrom('passkey_challenges')
    .where('bound_to', '=', hashSecret(boundTo))
    .where('purpose', '=', purpose)
    .execute();
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashSecret(challenge),
      purpose,
      bound_to: hashSecret(boundTo),
      expires_at: new Date(now + limits.passkeys.challengeSeconds * 1_000),
    })
    .execute();
}

/** Takes a challenge, which counts once. False: there is none, it was used, has expired, or is of another browser. */
export async function takeChallenge(
  db: AuthQueries,
  { purpose, boundTo }: ChallengeUse,
  challenge: string,
  now: number,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashSecret(challenge))
    .where('bound_to', '=', hashSecret(boundTo))
    .where('purpose', '=', purpose)
    .returning('expires_at')
    .executeTakeFirst();
  return taken !== undefined && taken.expires_at.getTime() > now;
}

/** The passkeys of a person, the oldest first. */
export function passkeysOf(db: AuthQueries, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('passkey_id')
    .execute();
}

/** True when the person has a second factor: an app that was verified, or a passkey. */
export async function hasSecondFactor(db: AuthQueries, userId: string): Promise<boolean> {
  const factor = await db
    .selectFrom('factors')
    .select('factor_id')
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
    .executeTakeFirst();
  return factor !== undefined || (await passkeysOf(db, userId)).length > 0;
}

/** Serializes changes of a person's second factors until the transaction ends. */
export async function lockFactors(db: AuthQueries, userId: string): Promise<void> {
  await db.selectFrom('user').select('id').where('id', '=', userId).forUpdate().execute();
}
