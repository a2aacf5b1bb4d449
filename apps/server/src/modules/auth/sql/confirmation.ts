import { randomBytes, randomUUID } from 'node:crypto';
import { limits } from '@scout/contract';
import { keyedHash, keyedHashes } from '../../../platform/crypto/keys.ts';
import { hashSecret } from '../../../platform/crypto/secretText.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { AuthCore } from '../core.ts';
import type { AuthQueries } from '../database.ts';
import { newCode } from '../mailedCode.ts';
import type { Person } from './people.ts';

/** The data of a sign-up; applied when the code or link of its own mail is used. */
export interface Entered {
  /** scrypt hash. */
  readonly password: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly company_name: string | null;
}

const { confirmationMinutes, confirmationAttempts } = limits.user;
/** Maximum pending sign-ups of one address; the oldest is removed first. */
const waitingAtMost = 3;

type Secrets = Pick<AuthCore, 'keys' | 'mailer' | 'clock' | 'origin'>;

/** Stores a pending confirmation and mails its code and link, in the caller's transaction. */
export async function askForConfirmation(
  core: Secrets,
  tx: Transaction,
  db: AuthQueries,
  person: Person,
  entered: Entered,
): Promise<void> {
  const now = core.clock.now();
  const confirmation_id = randomUUID();
  const code = newCode();
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('confirmations')
    .values({
      ...entered,
      confirmation_id,
      user_id: person.id,
      code_hash: keyedHash(await core.keys('codes').current(), confirmation_id, code),
      token_hash: hashSecret(token),
      created_at: new Date(now),
      expires_at: new Date(now + confirmationMinutes * 60_000),
    })
    .execute();
  await db
    .deleteFrom('confirmations')
    .where('user_id', '=', person.id)
    .where('confirmation_id', 'not in', (eb) =>
      eb
        .selectFrom('confirmations')
        .select('confirmation_id')
        .where('user_id', '=', person.id)
        .orderBy('created_at', 'desc')
        .orderBy((order) => order('confirmation_id', '=', confirmation_id), 'desc')
        .limit(waitingAtMost),
    )
    .execute();
  await core.mailer.send(tx, {
    template: 'confirmation',
    to: person.email,
    props: {
      code,
      link: `${core.origin()}/email-confirmation?token=${token}&type=signup`,
      minutes: confirmationMinutes,
    },
  });
}

/** The pending confirmation of this link, locked; undefined if used or expired. */
export function confirmationOfLink(
  db: AuthQueries,
  token: string,
  now: number,
): Promise<(Entered & { user_id: string }) | undefined> {
  return db
    .selectFrom('confirmations')
    .select(['user_id', 'password', 'first_name', 'last_name', 'company_name'])
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', new Date(now))
    .forUpdate()
    .executeTakeFirst();
}

/**
 * The pending confirmation of this code, locked. A wrong code counts against every pending code; after five wrong codes a code is
 * invalid, and only its link works.
 */
export async function confirmationOfCode(
  core: Secrets,
  db: AuthQueries,
  email: string,
  code: string,
): Promise<(Entered & { user_id: string }) | undefined> {
  const user = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  if (!user) return undefined;
  const waiting = await db
    .selectFrom('confirmations')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('expires_at', '>', new Date(core.clock.now()))
    .where('attempts', '<', confirmationAttempts)
    .orderBy('confirmation_id')
    .forUpdate()
    .execute();
  let found: (typeof waiting)[number] | undefined;
  for (const row of waiting) {
    const hashes = await keyedHashes(core.keys('codes'), row.confirmation_id, code);
    if (hashes.some((hash) => hash.equals(row.code_hash))) found ??= row;
  }
  if (!found) {
    await db
      .updateTable('confirmations')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('user_id', '=', user.id)
      .execute();
  }
  return found;
}

/** The newest pending sign-up of an address. */
export function lastEntered(db: AuthQueries, userId: string): Promise<Entered | undefined> {
  return db
    .selectFrom('confirmations')
    .select(['password', 'first_name', 'last_name', 'company_name'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
