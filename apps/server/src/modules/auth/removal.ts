import { sql } from 'kysely';
import { audit } from '../../platform/database/audit.ts';
import { notifyAtCommit } from '../../platform/database/notices.ts';
import { type Caller, placeOf } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AuthCore } from './core.ts';
import { inAuth } from './database.ts';
import type { Passwords } from './passwords.ts';
import { holdPassword, type Person } from './sql/people.ts';

/** Permanent deletion of a user. */
export interface Removal {
  /**
   * Deletes the user with sessions and memberships; an organization without other members is deleted with its data. A mail to the
   * address confirms the deletion.
   * @throws Refusal rate_limited, wrong_password, last_admin or legal_hold
   */
  deleteAccount(person: Person, password: string, caller: Caller): Promise<{ organization_deleted: boolean }>;
}

export function createRemoval(core: AuthCore, passwords: Passwords): Removal {
  return {
    async deleteAccount(person, password, caller) {
      const hash = await passwords.requirePassword(person, password);
      const now = new Date(core.clock.now());
      return inAuth(core.pool, async (tx, db) => {
        if (!(await holdPassword(db, person.id, hash))) throw new Refusal('wrong_password');
        // An organization may have a year of events.
        await sql`SET LOCAL statement_timeout = '15min'`.execute(tx);
        const named = await sql<{ tenant_id: string; company_name: string }>`
          SELECT tenant_id, company_name FROM scout.organization_names_of(${person.id})`.execute(tx);
        const { rows } = await sql<{
          tenant_id: string;
          outcome: 'left' | 'deleted' | 'last_admin' | 'held';
        }>`
          SELECT tenant_id, outcome FROM scout.leave_organizations(${person.id}, ${now})`.execute(tx);
        if (rows.some(({ outcome }) => outcome === 'last_admin')) throw new Refusal('last_admin');
        if (rows.some(({ outcome }) => outcome === 'held')) throw new Refusal('legal_hold');
        for (const { tenant_id: tenantId, outcome } of rows) {
          if (outcome !== 'left') continue;
          await audit(tx, {
            tenantId,
            actor: person.email,
            action: 'account_deleted',
            ...placeOf(caller),
          });
        }
        const deleted = rows.filter(({ outcome }) => outcome === 'deleted').map((row) => row.tenant_id);
        await core.mailer.send(tx, {
          template: 'account-deleted',
          to: person.email,
          props: {
            organizations: named.rows
              .filter((row) => deleted.includes(row.tenant_id))
              .map((row) => row.company_name),
            when: now.toISOString(),
            ...placeOf(caller),
          },
        });
        await db.deleteFrom('user').where('id', '=', person.id).execute();
        await notifyAtCommit(tx, { kind: 'person', id: person.id });
        return { organization_deleted: deleted.length > 0 };
      });
    },
  };
}
