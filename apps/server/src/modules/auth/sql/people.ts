import { randomUUID } from 'node:crypto';
import type { User, UserWithMetadata } from '@scout/contract';
import { type QueryExecutorProvider, type Selectable, sql } from 'kysely';
import { audit } from '../../../platform/database/audit.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import { type Caller, placeOf } from '../../../platform/http/caller.ts';
import type { AuthQueries } from '../database.ts';
import type { DB } from '../schema.ts';

type UserRow = Selectable<DB['user']>;

/** A person as named in audit entries and mails. */
export interface Person {
  readonly id: string;
  readonly email: string;
}

/** The owner of an address, with the password hash of the user or of a pending sign-up. */
export async function credentialsOf(
  db: AuthQueries,
  email: string,
): Promise<(Person & { confirmed: boolean; password: string | null }) | undefined> {
  const row = await db
    .selectFrom('user as u')
    .leftJoin('account as a', (join) =>
      join.onRef('a.user_id', '=', 'u.id').on('a.provider_id', '=', 'credential'),
    )
    .select(['u.id', 'u.email', 'u.email_verified', 'a.password'])
    .select((eb) =>
      eb
        .selectFrom('confirmations as c')
        .select('c.password')
        .whereRef('c.user_id', '=', 'u.id')
        .where('c.password', 'is not', null)
        .orderBy('c.created_at', 'desc')
        .limit(1)
        .as('waiting'),
    )
    .where('u.email', '=', email)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, email_verified: confirmed } = row;
  return { id, email: row.email, confirmed, password: row.password ?? (confirmed ? null : row.waiting) };
}

/** Locks the user's password, verified outside the transaction, until the transaction ends. */
export async function holdPassword(db: AuthQueries, userId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', '=', hash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the password of a person who has none that counts. */
export async function setFirstPassword(
  db: AuthQueries,
  userId: string,
  hash: string,
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('account')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute();
  await db
    .insertInto('account')
    .values({
      id: randomUUID(),
      account_id: userId,
      provider_id: 'credential',
      user_id: userId,
      password: hash,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** A user, with the time of the sign-in before the current session's. */
type UserOfSession = UserRow & { readonly previous_sign_in_at?: Date | null };

/** Sign-in considers only users with a confirmed address. */
export async function confirmedUser(
  db: AuthQueries,
  id: string,
  sessionId: string,
): Promise<UserOfSession | undefined> {
  return db
    .selectFrom('user as u')
    .leftJoin('session as s', (join) => join.onRef('s.user_id', '=', 'u.id').on('s.id', '=', sessionId))
    .selectAll('u')
    .select('s.previous_sign_in_at')
    .where('u.id', '=', id)
    .where('u.email_verified', '=', true)
    .executeTakeFirst();
}

export function toUser(row: UserOfSession): User {
  return {
    id: row.id,
    email: row.email,
    email_confirmed_at: row.email_verified ? (row.email_confirmed_at ?? row.created_at).toISOString() : null,
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    previous_sign_in_at: row.previous_sign_in_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export const withMetadata = (row: UserOfSession): UserWithMetadata => ({
  ...toUser(row),
  user_metadata: {
    first_name: row.first_name ?? '',
    company_name: row.company_name ?? '',
    alert_recipient_email: row.alert_recipient_email,
  },
});

/** Active and pending memberships of a person, oldest first. */
export async function membershipsOf(
  db: QueryExecutorProvider,
  userId: string,
): Promise<{ tenant_id: string; role: string; status: string }[]> {
  const { rows } = await sql<{ tenant_id: string; role: string; status: string }>`
    SELECT tenant_id, role, status FROM scout.memberships_of_user(${userId})`.execute(db);
  return rows;
}

/** Names of the organizations that an admin has still to let a person into; `now` in epoch milliseconds. */
export async function organizationsAwaitedBy(
  db: QueryExecutorProvider,
  userId: string,
  now: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM scout.organizations_awaited_by(${userId}, ${new Date(now)}) AS name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Logs an authentication event of a person to each organization with an active membership. */
export async function auditPerson(
  tx: Transaction,
  person: Person,
  action: string,
  caller: Caller,
  details: Readonly<Record<string, string | number | boolean | null>> = {},
): Promise<void> {
  for (const { tenant_id: tenantId, status } of await membershipsOf(tx, person.id)) {
    if (status !== 'active') continue;
    await audit(tx, { tenantId, actor: person.email, action, details, ...placeOf(caller) });
  }
}
