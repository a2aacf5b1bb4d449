import { limits } from '@scout/contract';
import type { Insertable, Selectable } from 'kysely';
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

/** Adds a passkey. Undefined: the credential is someone's already, and stays there. */
export function insertPasskey(db: AuthQueries, row: Insertable<Passkeys>): Promise<PasskeyRow | undefined> {
  return db
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function renamePasskey(
  db: AuthQueries,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ friendly_name: name })
    .where('user_id', '=', userId)
    .where('passkey_id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export function deletePasskey(
  db: AuthQueries,
  userId: string,
  id: string,
): Promise<Pick<PasskeyRow, 'friendly_name'> | undefined> {
  return db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('passkey_id', '=', id)
    .returning('friendly_name')
    .executeTakeFirst();
}

/** Locks a passkey of a person until the transaction ends. */
export function holdPasskey(
  db: AuthQueries,
  userId: string,
  id: string,
): Promise<Pick<PasskeyRow, 'counter' | 'friendly_name'> | undefined> {
  return db
    .selectFrom('passkeys')
    .select(['counter', 'friendly_name'])
    .where('passkey_id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function notePasskeyUse(
  db: AuthQueries,
  id: string,
  use: { counter: number; backed_up: boolean; last_used_at: Date },
): Promise<void> {
  await db.updateTable('passkeys').set(use).where('passkey_id', '=', id).execute();
}

/** The passkey of a credential, with its owner. */
export function passkeyOfCredential(
  db: AuthQueries,
  credentialId: string,
): Promise<(PasskeyRow & { email: string; email_verified: boolean }) | undefined> {
  return db
    .selectFrom('passkeys as p')
    .innerJoin('user as u', 'u.id', 'p.user_id')
    .selectAll('p')
    .select(['u.email', 'u.email_verified'])
    .where('p.credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Marks a session as one that showed a second factor. */
export async function showFactor(
  db: AuthQueries,
  userId: string,
  sessionId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ second_factor_at: now })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .execute();
}
