import type { Change, RuleId } from '@scout/detection';
import { sql } from 'kysely';
import type pg from 'pg';
import { audit } from '../../platform/database/audit.ts';
import { withRole } from '../../platform/database/pool.ts';
import { forgetAllSums, RollupFold, recountEvents, UPSERT_ROLLUPS } from '../ingest/index.ts';
import { findSampleTenant } from '../operator/index.ts';
import { SAMPLE_HOSTS } from './bank.ts';
import { ADMIN, SAMPLE_EMAILS, SAMPLE_LABEL } from './organization.ts';
import { emptyRegister } from './register.ts';

/** Content not created by the sample, for which its organization is kept as an ordinary one. */
export interface KeptOrganization {
  readonly company: string;
  readonly agents: number;
  readonly members: number;
  /** Members who can sign in and administer it. */
  readonly admins: number;
}

/**
 * Removes the sample organization, complete or not, with its users; does nothing without one. If it contains anything else, a
 * real agent or another member, only the sample's own content is removed. Must not run during ingest.
 */
export async function removeSampleOrganization(
  pool: pg.Pool,
  now: Date,
): Promise<KeptOrganization | undefined> {
  const tenant = await findSampleTenant(pool);
  if (!tenant) return undefined;
  const { tenant_id, company_name: company } = tenant;
  return withRole(pool, { role: 'scout_operator', tenantId: tenant_id }, async (tx, client) => {
    const { rows } = await sql<{
      user_ids: string[];
      kept: boolean;
      agents: number;
      members: number;
      admins: number;
    }>`
      SELECT * FROM scout.remove_sample(${tenant_id}, ${SAMPLE_LABEL}, ${[...SAMPLE_HOSTS]}, ${[...SAMPLE_EMAILS]}, ${now})
    `.execute(tx);
    const { user_ids, kept, agents, members, admins } = rows[0]!;
    if (kept) {
      await audit(tx, {
        tenantId: tenant_id,
        actor: 'system',
        action: 'sample_removed',
        details: { agents_kept: agents, members_kept: members },
      });
      await client.query('SELECT scout.delete_lost_activity($1)', [tenant_id]);
      await countRollups(client, tenant_id);
      await client.query('SET LOCAL ROLE scout_judge');
      await recountEvents(client, tenant_id);
      await forgetAllSums(client, tenant_id);
      await client.query('SET LOCAL ROLE scout_admin');
      await emptyRegister(client, tenant_id, ADMIN);
      await forgetFindings(client, tenant_id);
    }
    await client.query('SET LOCAL ROLE scout_auth');
    await client.query('DELETE FROM auth."user" WHERE id = ANY($1)', [user_ids]);
    return kept ? { company, agents, members, admins } : undefined;
  });
}

/** Resets the assessor. People's changes to cases and accounts stay. */
async function forgetFindings(client: pg.PoolClient, tenantId: string): Promise<void> {
  await client.query('SET LOCAL ROLE scout_assessor');
  for (const statement of [
    'DELETE FROM scout.findings WHERE tenant_id = $1',
    `DELETE FROM scout.cases c WHERE tenant_id = $1 AND touched_at IS NULL
       AND NOT EXISTS (SELECT FROM scout.case_comments m WHERE m.tenant_id = c.tenant_id AND m.case_id = c.case_id)`,
    'DELETE FROM scout.account_activity WHERE tenant_id = $1',
    'DELETE FROM scout.account_days WHERE tenant_id = $1',
    'DELETE FROM scout.unsummed_days WHERE tenant_id = $1',
    'DELETE FROM scout.account_names WHERE tenant_id = $1',
    'DELETE FROM scout.account_uses WHERE tenant_id = $1',
    'DELETE FROM scout.seen_names WHERE tenant_id = $1',
    'DELETE FROM scout.rc4_uses WHERE tenant_id = $1',
    'DELETE FROM scout.assessment_snapshots WHERE tenant_id = $1',
    `DELETE FROM scout.service_accounts WHERE tenant_id = $1 AND known_by <> 'list'
       AND owner IS NULL AND purpose IS NULL AND contract IS NULL`,
    `UPDATE scout.assessments SET closed_through = NULL, read_through = NULL, due_at = NULL, settings = '', revision = revision + 1,
       days_summed_before = NULL
     WHERE tenant_id = $1`,
  ])
    await client.query(statement, [tenantId]);
}

interface StoredIncident {
  readonly rule: RuleId;
  readonly occurred_at: Date;
  readonly service_account: string;
  readonly service_account_key: string;
  readonly computer: string | null;
  readonly computer_key: string | null;
  readonly server: string | null;
  readonly server_key: string | null;
  readonly subject_user: string | null;
  readonly subject_user_key: string | null;
  readonly process: string | null;
  readonly failure_reason: string | null;
  readonly source_hosts: string[];
  readonly change: Change | null;
}

const PAGE = 5_000;

/** Recounts the rollups of an organization without any from its incidents. */
async function countRollups(client: pg.PoolClient, tenantId: string): Promise<void> {
  await client.query('SET LOCAL ROLE scout_member');
  await client.query(
    `DECLARE kept CURSOR FOR SELECT rule, occurred_at, service_account, service_account_key, computer, computer_key, server,
      server_key, subject_user, subject_user_key, process, failure_reason, source_hosts,
      CASE WHEN change_type IS NOT NULL
        THEN json_build_object('type', change_type, 'severity', severity, 'description', description) END AS change
      FROM scout.incidents WHERE tenant_id = '${tenantId}'`,
  );
  for (;;) {
    await client.query('SET LOCAL ROLE scout_member');
    const { rows } = await client.query<StoredIncident>(`FETCH ${PAGE} FROM kept`);
    if (rows.length === 0) break;
    const fold = new RollupFold();
    for (const row of rows) {
      fold.add({
        rule: row.rule,
        time: row.occurred_at.getTime(),
        serviceAccount: row.service_account,
        serviceAccountKey: row.service_account_key,
        computer: row.computer,
        computerKey: row.computer_key,
        server: row.server,
        serverKey: row.server_key,
        subjectUser: row.subject_user,
        subjectUserKey: row.subject_user_key,
        process: row.process,
        failureReason: row.failure_reason,
        sourceHosts: row.source_hosts,
        change: row.change,
      });
    }
    await client.query('SET LOCAL ROLE scout_ingest');
    await client.query(UPSERT_ROLLUPS, [tenantId, fold.array()]);
  }
  await client.query('CLOSE kept');
}
