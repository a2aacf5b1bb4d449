import { type AccountPosture, accountPostures, type PostureFinding, type PosturePage } from '@scout/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { passwordOldSince } from '../../directory/index.ts';
import { standingTable } from './accountFacets.ts';

interface PostureRequest {
  readonly posture?: AccountPosture | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface Row {
  readonly account_key: string;
  readonly name: string;
  readonly owner: string | null;
  readonly posture: readonly AccountPosture[];
  /** By posture, as far as Scout knows. */
  readonly since: Readonly<Partial<Record<AccountPosture, string>>> | null;
}

/**
 * A page of accounts with their postures, by account. Transaction role: scout_member or scout_admin.
 * @param now epoch milliseconds
 */
export async function readPostures(
  tx: Transaction,
  tenantId: string,
  { posture, cursor = '', limit }: PostureRequest,
  now: number,
): Promise<PosturePage> {
  const counts =
    posture === undefined ? sql`cardinality(standing.posture) > 0` : sql`${posture} = ANY(standing.posture)`;
  const { rows } = await sql<Row>`WITH ${tables(tenantId, now, sql`account_key > ${cursor}`)}
    SELECT s.account_key, s.name, s.owner, standing.posture, (
        SELECT json_object_agg(posture, since) FROM (
          SELECT p.posture, p.since FROM scout.account_postures p
          WHERE p.tenant_id = ${tenantId} AND p.account_key = s.account_key AND p.posture <> 'old-password'
          UNION ALL SELECT 'old-password', ${passwordOldSince(tenantId, sql`s.account_key`)}
          UNION ALL SELECT 'uses-rc4', min(r.first_at) FROM scout.rc4_uses r
          WHERE r.tenant_id = ${tenantId} AND r.account_key = s.account_key) known) AS since
    FROM listed s JOIN standing USING (account_key) WHERE ${counts} ORDER BY s.account_key LIMIT ${sql.lit(limit + 1)}`.execute(
    tx,
  );
  const shown = rows.slice(0, limit);
  return {
    findings: shown.flatMap((row) => findingsOf(row, posture)),
    next: rows.length > limit ? shown.at(-1)!.account_key : null,
  };
}

function findingsOf({ name, owner, posture: found, since }: Row, wanted?: AccountPosture): PostureFinding[] {
  return accountPostures
    .filter((posture) => found.includes(posture) && (wanted ?? posture) === posture)
    .map((posture) => {
      const known = since?.[posture];
      return { account: name, posture, owner, since: known == null ? null : new Date(known).toISOString() };
    });
}

/** The tables `listed`, accounts of the register that meet a condition, and `standing`, with their postures. */
function tables(tenantId: string, now: number, isListed: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`listed AS MATERIALIZED (
      SELECT * FROM scout.service_accounts WHERE tenant_id = ${tenantId} AND ${isListed}),
    ${standingTable(tenantId, now, sql`listed`)}`;
}

/** Accounts of the register, those with a posture, and those with each. Transaction role: scout_member or scout_admin. */
export async function countPostures(
  tx: Transaction,
  tenantId: string,
  now: number,
): Promise<{ accounts: number; found: number; byPosture: ReadonlyMap<AccountPosture, number> }> {
  const { rows } = await sql<{ posture: AccountPosture | null; n: number; accounts: number; found: number }>`
    WITH ${tables(tenantId, now, sql`true`)}
    SELECT posture, count(*)::int AS n, (SELECT count(*)::int FROM standing) AS accounts,
      (SELECT count(*)::int FROM standing WHERE cardinality(posture) > 0) AS found
    FROM (SELECT unnest(posture) AS posture FROM standing UNION ALL SELECT NULL) each GROUP BY posture`.execute(
    tx,
  );
  return {
    accounts: rows[0]?.accounts ?? 0,
    found: rows[0]?.found ?? 0,
    byPosture: new Map(rows.flatMap(({ posture, n }) => (posture === null ? [] : [[posture, n]]))),
  };
}
