import { type AccountOrigin, type DecoyProposal, limits } from '@scout/contract';
import { cappedName, stripAccount } from '@scout/detection';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { proposeDecoy } from '../proposeDecoy.ts';

const { most, unusedDays, besideListed } = limits.decoys;
/** Controllers tell each other of a sign-in up to so many days late. */
const LATE_DAYS = 14;
/** Names of the register that a proposal looks at. */
const NAMES = 5_000;

export type Marking = 'marked' | 'already' | 'limit' | 'in-use';

/**
 * Marks an account as a decoy, and adds it to the register if it is not there. Transaction role: scout_admin.
 * @param name as given; shown without its domain
 */
export async function markDecoy(
  tx: Transaction,
  tenantId: string,
  { key, name, by }: { key: string; name: string; by: string },
  now: Date,
): Promise<Marking> {
  const { rows } = await sql<{ decoy_since: Date | null; last_seen: Date | null }>`
    SELECT decoy_since, last_seen FROM scout.service_accounts WHERE tenant_id = ${tenantId} AND account_key = ${key}`.execute(
    tx,
  );
  const [known] = rows;
  if (known?.decoy_since != null) return 'already';
  const unused = new Date(now.getTime() - unusedDays * DAY);
  if (known?.last_seen != null && known.last_seen >= unused) return 'in-use';
  if (await hasSignedIn(tx, tenantId, key, unused)) return 'in-use';
  const { rows: marked } = await sql<{ n: string }>`
    SELECT count(*) AS n FROM scout.service_accounts WHERE tenant_id = ${tenantId} AND decoy_since IS NOT NULL`.execute(
    tx,
  );
  if (Number(marked[0]!.n) >= most) return 'limit';
  await sql`
    INSERT INTO scout.service_accounts (tenant_id, account_key, name, known_by, created_at, updated_at, decoy_since, decoy_by, decoy_added)
    VALUES (${tenantId}, ${key}, ${cappedName(stripAccount(name))}, 'list', ${now}, ${now}, ${now}, ${by}, true)
    ON CONFLICT (tenant_id, account_key) DO UPDATE SET decoy_since = excluded.decoy_since, decoy_by = excluded.decoy_by,
      updated_at = excluded.updated_at`.execute(tx);
  return 'marked';
}

async function hasSignedIn(tx: Transaction, tenantId: string, key: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM scout.directory_accounts WHERE tenant_id = ${tenantId} AND account_key = ${key}
      AND last_logon_at >= ${new Date(since.getTime() - LATE_DAYS * DAY)} LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Ends the mark of a decoy; false without one. Transaction role: scout_admin. */
export async function unmarkDecoy(
  tx: Transaction,
  tenantId: string,
  key: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('service_accounts')
    .set({
      decoy_since: null,
      decoy_by: null,
      former_decoy_since: sql<Date>`decoy_since`,
      former_decoy_until: sql<Date>`greatest(${now}, decoy_since)`,
      // The next sync finds whether its name matches.
      known_by: sql<AccountOrigin>`CASE WHEN decoy_added AND in_directory THEN 'directory' ELSE known_by END`,
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('account_key', '=', key)
    .where('decoy_since', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Removes a former decoy that only its mark brought into the register, unless it was seen or described, a directory has it, or a case tells
 * of it; true if it left. Transaction role: scout_admin.
 */
export async function forgetFormerDecoy(tx: Transaction, tenantId: string, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('service_accounts')
    .where('tenant_id', '=', tenantId)
    .where('account_key', '=', key)
    .where('decoy_added', '=', true)
    .where('decoy_since', 'is', null)
    .where('in_directory', '=', false)
    .where('first_seen', 'is', null)
    .where('owner', 'is', null)
    .where('purpose', 'is', null)
    .where('contract', 'is', null)
    .where('contract_draft', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('findings')
            .select('finding_id')
            .where('findings.tenant_id', '=', tenantId)
            .where('findings.account_key', '=', key),
        ),
      ),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * A name that looks like those of the register, and that neither events of the last 30 days nor a directory have. Transaction role:
 * scout_member or scout_admin.
 */
export async function readDecoyProposal(
  tx: Transaction,
  tenantId: string,
  now: number,
): Promise<DecoyProposal> {
  const { rows: known } = await sql<{ name: string }>`
    SELECT name FROM scout.service_accounts WHERE tenant_id = ${tenantId} AND decoy_since IS NULL AND account_key NOT LIKE '%$'
    ORDER BY account_key LIMIT ${sql.lit(NAMES)}`.execute(tx);
  const { names, beside } = proposeDecoy(
    known.map(({ name }) => name),
    tenantId,
  );
  const since = new Date(now - unusedDays * DAY);
  const { rows } = await sql<{ taken: string[]; first: Date | null }>`
    SELECT ARRAY(SELECT word FROM unnest(${names}::text[]) AS wanted (word) WHERE
        EXISTS (SELECT FROM scout.service_accounts s WHERE s.tenant_id = ${tenantId} AND s.account_key = lower(word))
        OR EXISTS (SELECT FROM scout.directory_accounts d WHERE d.tenant_id = ${tenantId} AND d.account_key = lower(word))
        OR EXISTS (SELECT FROM scout.rc4_uses u WHERE u.tenant_id = ${tenantId} AND u.account_key = lower(word))
        OR EXISTS (SELECT FROM scout.account_activity a WHERE a.tenant_id = ${tenantId} AND a.account_key = lower(word)
          AND a.hour >= ${since})) AS taken,
      (SELECT min(first_seen) FROM scout.service_accounts WHERE tenant_id = ${tenantId}) AS first`.execute(
    tx,
  );
  const { taken, first } = rows[0]!;
  const name = names.find((each) => !taken.includes(each)) ?? null;
  const from = first === null || name === null ? null : new Date(Math.max(first.getTime(), since.getTime()));
  return {
    name,
    beside: name === null ? [] : beside.slice(0, besideListed),
    unused_since: from?.toISOString() ?? null,
  };
}
