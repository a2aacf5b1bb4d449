import { sql } from 'kysely';
import { notifyAtCommit } from '../../../platform/database/notices.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import { inSignInTables } from '../../auth/index.ts';

/** Ends every session of a person, effective on the next request of each. */
export async function endSessions(tx: Transaction, userId: string): Promise<void> {
  await inSignInTables(tx, (db) => db.deleteFrom('session').where('user_id', '=', userId).execute());
  await notifyAtCommit(tx, { kind: 'person', id: userId });
}

export interface ConfirmedUser {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  /** Organizations with an active membership of this person. */
  readonly activeIn: readonly string[];
}

/** The confirmed user of an address. The row is locked, so that a person admitted to two organizations concurrently joins only one. */
export async function lockUser(tx: Transaction, email: string): Promise<ConfirmedUser | undefined> {
  return inSignInTables(tx, async (db) => {
    const user = await db
      .selectFrom('user')
      .select(['id', 'email', 'name', 'first_name'])
      .where('email', '=', email)
      .where('email_verified', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (!user) return undefined;
    const { rows } = await sql<{ tenant_id: string; status: string }>`
      SELECT tenant_id, status FROM scout.memberships_of_user(${user.id})`.execute(tx);
    const first_name = user.first_name ?? '';
    return {
      id: user.id,
      email: user.email,
      first_name,
      last_name: lastNameOf(user.name, first_name),
      activeIn: rows.filter(({ status }) => status === 'active').map(({ tenant_id }) => tenant_id),
    };
  });
}

/** Users store the full name, which is the address by default. */
const lastNameOf = (name: string, firstName: string) =>
  firstName !== '' && name.startsWith(`${firstName} `) ? name.slice(firstName.length + 1) : '';
