import { limits, type MonthlyReport } from '@scout/contract';
import { QUARTER, type RuleId } from '@scout/detection';
import { DAY } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { tenantRow } from '../../auth/index.ts';
import { otherAccountNames } from '../../cases/index.ts';
import { readPersons } from './persons.ts';

/** A calendar month and the previous one; times in epoch milliseconds. */
export interface ReportScope {
  readonly tenantId: string;
  readonly month: string;
  readonly timeZone: string;
  readonly before: number;
  readonly from: number;
  /** The end of the month. */
  readonly end: number;
  readonly days: readonly { readonly day: string; readonly from: number }[];
  readonly now: number;
}

/** A month in the form used by these queries. */
interface Counted extends Omit<ReportScope, 'end' | 'now'> {
  /** Exclusive end of the counted period. */
  readonly to: number;
}

/** Rules by the names of their figures. */
const RULES = {
  account_activity: 'service-account-activity',
  failed_logons: 'failed-logons',
  interactive_logons: 'interactive-logons',
  infrastructure_changes: 'infrastructure-changes',
} as const satisfies Record<string, RuleId>;
/** Rules whose incidents are uses of an account. */
const USES = ['account_activity', 'failed_logons', 'interactive_logons'] as const;

const iso = (time: number): string => new Date(time).toISOString();
const asIso = (time: Date | null): string | null => time?.toISOString() ?? null;
const { namesListed, rowsListed } = limits.monthlyReport;
const usesOfAccounts = sql`${sql.join(USES.map((figure) => RULES[figure]))}`;

/** An expression over `at`, for the month and the previous one. */
const both = (value: RawBuilder<unknown>, at: RawBuilder<unknown>, { from }: Counted) => sql`
  coalesce(sum(${value}) FILTER (WHERE ${at} >= ${iso(from)}), 0)::float8 AS now,
  coalesce(sum(${value}) FILTER (WHERE ${at} < ${iso(from)}), 0)::float8 AS before`;

/** The month of an organization, read as scout_member. Boundaries of months are whole quarter hours in every zone, like those of rollups. */
export async function readMonthlyReport(tx: Transaction, scope: ReportScope): Promise<MonthlyReport> {
  const { tenantId, month, timeZone, from, end, now } = scope;
  const to = Math.min(end, (Math.floor(now / QUARTER) + 1) * QUARTER);
  const counted: Counted = { ...scope, to };
  const { company_name } = await tenantRow(tx, tenantId, ['company_name']);
  const cases = await readCases(tx, counted);
  return {
    month,
    organization: company_name,
    time_zone: timeZone,
    from: iso(from),
    to: iso(to),
    before_since: await readFirst(tx, counted),
    made_at: iso(now),
    is_complete: to === end && now >= end,
    figures: { ...(await readTotals(tx, counted)), ...cases.figures },
    days: await readDays(tx, counted),
    accounts: await readNames(tx, counted, accountParts(counted)),
    servers: await readNames(tx, counted, serverParts(counted)),
    persons: await readPersons(tx, counted),
    cases: cases.cases,
    coverage: await readCoverage(tx, counted, now),
    exceptions: await readExceptions(tx, counted),
    ownerless: await readOwnerless(tx, counted),
  };
}

/** The first known event or activity, if it is after the start of the month before and not after its end. */
async function readFirst(tx: Transaction, { tenantId, before, from }: Counted): Promise<string | null> {
  const { rows } = await sql<{ first: Date | null }>`
    SELECT least((SELECT min(hour) FROM scout.account_activity WHERE tenant_id = ${tenantId}),
      (SELECT min(bucket) FROM scout.rollups WHERE tenant_id = ${tenantId})) AS first`.execute(tx);
  const first = rows[0]!.first?.getTime();
  return first !== undefined && first >= before + DAY && first < from ? iso(first) : null;
}

async function readTotals(tx: Transaction, counted: Counted) {
  const { tenantId, before, to } = counted;
  const { rows } = await sql<{ rule: RuleId; now: number; before: number }>`
    SELECT rule, ${both(sql`n`, sql`bucket`, counted)} FROM scout.rollups
    WHERE tenant_id = ${tenantId} AND rule IN (${sql.join(Object.values(RULES))}) AND dimension = 'account'
      AND bucket >= ${iso(before)} AND bucket < ${iso(to)}
    GROUP BY rule`.execute(tx);
  const of = (figure: keyof typeof RULES) => {
    const found = rows.find(({ rule }) => rule === RULES[figure]);
    return { now: found?.now ?? 0, before: found?.before ?? 0 };
  };
  return {
    account_activity: of('account_activity'),
    failed_logons: of('failed_logons'),
    interactive_logons: of('interactive_logons'),
    infrastructure_changes: of('infrastructure_changes'),
  };
}

async function readDays(tx: Transaction, { tenantId, from, to, days }: Counted) {
  const { rows } = await sql<{ rule: RuleId; day: number; n: number }>`
    SELECT rule, width_bucket(bucket, ${days.map((day) => iso(day.from))}::timestamptz[]) AS day, sum(n)::float8 AS n
    FROM scout.rollups
    WHERE tenant_id = ${tenantId} AND rule IN (${usesOfAccounts}) AND dimension = 'account'
      AND bucket >= ${iso(from)} AND bucket < ${iso(to)}
    GROUP BY 1, 2`.execute(tx);
  const of = (figure: (typeof USES)[number], index: number) =>
    rows.find(({ rule, day }) => rule === RULES[figure] && day === index + 1)?.n ?? 0;
  return days
    .filter((day) => day.from < to)
    .map(({ day }, index) => ({
      day,
      account_activity: of('account_activity', index),
      failed_logons: of('failed_logons', index),
      interactive_logons: of('interactive_logons', index),
    }));
}

/** Rows of `key, label, n, at, first_at`. */
const accountParts = ({ tenantId, before, to }: Counted) => sql`
  SELECT key, label, n, bucket AS at, first_at FROM scout.rollups
  WHERE tenant_id = ${tenantId} AND rule IN (${usesOfAccounts}) AND dimension = 'account'
    AND bucket >= ${iso(before)} AND bucket < ${iso(to)}`;

/** Incidents of service account activity have a server without a rollup; they are few compared with failed logons. */
const serverParts = ({ tenantId, before, to }: Counted) => sql`
  SELECT key, label, n, bucket AS at, first_at FROM scout.rollups
  WHERE tenant_id = ${tenantId} AND rule = ${RULES.failed_logons} AND dimension = 'server'
    AND bucket >= ${iso(before)} AND bucket < ${iso(to)}
  UNION ALL
  SELECT server_key, server, 1, occurred_at, occurred_at FROM scout.incidents
  WHERE tenant_id = ${tenantId} AND rule = ${RULES.account_activity} AND server_key IS NOT NULL
    AND occurred_at >= ${iso(before)} AND occurred_at < ${iso(to)}`;

/** The most frequent names of the month, each with the spelling of its first event. */
async function readNames(tx: Transaction, counted: Counted, parts: RawBuilder<unknown>) {
  const { rows } = await sql<{ name: string; now: number; before: number }>`
    SELECT (array_agg(label ORDER BY first_at, label))[1] AS name, ${both(sql`n`, sql`at`, counted)}
    FROM (${parts}) AS parts GROUP BY key
    HAVING bool_or(at >= ${iso(counted.from)})
    ORDER BY now DESC, key LIMIT ${sql.lit(namesListed)}`.execute(tx);
  return rows;
}

interface CaseRow {
  readonly number: string;
  readonly account: string;
  readonly other_accounts: string[];
  readonly severity: MonthlyReport['cases']['listed'][number]['severity'];
  readonly sentence: string;
  readonly status: MonthlyReport['cases']['listed'][number]['status'];
  readonly opened_at: Date;
  readonly closed_at: Date | null;
}

async function readCases(tx: Transaction, { tenantId, before, from, to }: Counted) {
  const within = (time: RawBuilder<unknown>, start: number, end: number) =>
    sql`(${time} >= ${iso(start)} AND ${time} < ${iso(end)})`;
  const opened = sql`NOT c.excused AND ${within(sql`c.opened_at`, from, to)}`;
  const closedIn = (start: number, end: number) =>
    sql`c.status = 'closed' AND ${within(sql`c.closed_at`, start, end)}`;
  const { rows } = await sql<Record<string, number>>`
    SELECT count(*) FILTER (WHERE ${opened})::int AS opened,
      count(*) FILTER (WHERE NOT c.excused AND ${within(sql`c.opened_at`, before, from)})::int AS opened_before,
      count(*) FILTER (WHERE ${closedIn(from, to)})::int AS closed,
      count(*) FILTER (WHERE ${closedIn(before, from)})::int AS closed_before,
      count(*) FILTER (WHERE ${opened} OR ${closedIn(from, to)})::int AS total,
      count(*) FILTER (WHERE NOT c.excused AND c.opened_at < ${iso(to)}
        AND (c.status <> 'closed' OR c.closed_at >= ${iso(to)}))::int AS open,
      count(*) FILTER (WHERE ${opened} AND c.severity = 'critical')::int AS critical,
      count(*) FILTER (WHERE ${opened} AND c.severity = 'high')::int AS high,
      count(*) FILTER (WHERE ${opened} AND c.severity = 'medium')::int AS medium,
      count(*) FILTER (WHERE ${opened} AND c.severity = 'low')::int AS low
    FROM scout.cases c WHERE c.tenant_id = ${tenantId}`.execute(tx);
  const n = (column: string) => rows[0]![column]!;
  const listed = await sql<CaseRow>`
    SELECT c.number, coalesce(s.name, c.account) AS account, ${otherAccountNames} AS other_accounts, c.severity, c.sentence, c.status, c.opened_at,
      CASE WHEN c.status = 'closed' THEN c.closed_at END AS closed_at
    FROM scout.cases c LEFT JOIN scout.service_accounts s ON s.tenant_id = c.tenant_id AND s.account_key = c.account_key
    WHERE c.tenant_id = ${tenantId} AND (${opened} OR ${closedIn(from, to)})
    ORDER BY array_position(ARRAY['critical', 'high', 'medium', 'low'], c.severity), c.opened_at DESC, c.number
    LIMIT ${sql.lit(rowsListed)}`.execute(tx);
  return {
    figures: {
      cases_opened: { now: n('opened'), before: n('opened_before') },
      cases_closed: { now: n('closed'), before: n('closed_before') },
    },
    cases: {
      open: n('open'),
      opened: { critical: n('critical'), high: n('high'), medium: n('medium'), low: n('low') },
      total: n('total'),
      listed: listed.rows.map((row) => ({
        ...row,
        number: Number(row.number),
        opened_at: row.opened_at.toISOString(),
        closed_at: asIso(row.closed_at),
      })),
    },
  };
}

async function readCoverage(tx: Transaction, { tenantId, from, to }: Counted, now: number) {
  const gaps = await sql<{
    host: string;
    gaps: number;
    missing: number;
    last_at: Date;
    machines: number;
    all_gaps: number;
    all_missing: number;
  }>`
    SELECT a.host, count(*)::int AS gaps, coalesce(sum(g.missing), 0)::float8 AS missing, max(g.happened_at) AS last_at,
      (count(*) OVER ())::int AS machines, (sum(count(*)) OVER ())::float8 AS all_gaps,
      (sum(coalesce(sum(g.missing), 0)) OVER ())::float8 AS all_missing
    FROM scout.agent_gaps g JOIN scout.agents a ON a.tenant_id = g.tenant_id AND a.agent_id = g.agent_id
    WHERE g.tenant_id = ${tenantId} AND g.happened_at >= ${iso(from)} AND g.happened_at < ${iso(to)}
    GROUP BY a.agent_id, a.host ORDER BY missing DESC, gaps DESC, a.host, a.agent_id
    LIMIT ${sql.lit(rowsListed)}`.execute(tx);
  const silent = await sql<{ host: string; last_seen_at: Date | null; total: number }>`
    SELECT host, last_seen_at, (count(*) OVER ())::int AS total FROM scout.agents
    WHERE tenant_id = ${tenantId} AND revoked_at IS NULL AND NOT awaiting_approval
      AND coalesce(last_seen_at, enrolled_at) < ${iso(now - DAY)}
    ORDER BY last_seen_at NULLS FIRST, host, agent_id LIMIT ${sql.lit(rowsListed)}`.execute(tx);
  const machines = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM scout.agents
    WHERE tenant_id = ${tenantId} AND revoked_at IS NULL AND NOT awaiting_approval`.execute(tx);
  const [first] = gaps.rows;
  return {
    machines: machines.rows[0]!.n,
    gaps: first?.all_gaps ?? 0,
    missing: first?.all_missing ?? 0,
    machines_with_gaps: first?.machines ?? 0,
    with_gaps: gaps.rows.map((row) => ({
      host: row.host,
      gaps: row.gaps,
      missing: row.missing,
      last_at: row.last_at.toISOString(),
    })),
    silent: silent.rows.map(({ host, last_seen_at }) => ({ host, last_seen_at: asIso(last_seen_at) })),
    silent_total: silent.rows[0]?.total ?? 0,
  };
}

async function readExceptions(tx: Transaction, { tenantId, from, to }: Counted) {
  const { rows } = await sql<{
    account: string;
    is_break_glass: boolean;
    findings: number;
    reason: string;
    created_by: string;
    approved_by: string | null;
    starts_at: Date;
    ends_at: Date;
    used: number;
    in_force: number;
  }>`
    WITH e AS (
      SELECT e.*, least(e.ends_at, coalesce(e.ended_at, e.ends_at)) AS over_at, (
        SELECT count(*)::int FROM scout.findings f WHERE f.tenant_id = e.tenant_id AND f.excused_by = e.exception_id
          AND f.occurred_at >= ${iso(from)} AND f.occurred_at < ${iso(to)}) AS findings
      FROM scout.case_exceptions e WHERE e.tenant_id = ${tenantId})
    SELECT coalesce(s.name, e.account_key) AS account,
      cardinality(e.sources) = 0 AND cardinality(e.destinations) = 0 AND cardinality(e.persons) = 0 AS is_break_glass,
      e.findings, e.reason, e.created_by, e.approved_by, e.starts_at, e.over_at AS ends_at,
      (count(*) FILTER (WHERE e.findings > 0) OVER ())::int AS used,
      (count(*) FILTER (WHERE e.starts_at < ${iso(to)} AND e.over_at > ${iso(from)}) OVER ())::int AS in_force
    FROM e LEFT JOIN scout.service_accounts s ON s.tenant_id = ${tenantId} AND s.account_key = e.account_key
    ORDER BY e.findings > 0 DESC, is_break_glass DESC, e.findings DESC, e.exception_id
    LIMIT ${sql.lit(rowsListed)}`.execute(tx);
  return {
    in_force: rows[0]?.in_force ?? 0,
    used: rows[0]?.used ?? 0,
    listed: rows
      .filter(({ findings }) => findings > 0)
      .map(({ used: _used, in_force: _inForce, ...row }) => ({
        ...row,
        starts_at: row.starts_at.toISOString(),
        ends_at: row.ends_at.toISOString(),
      })),
  };
}

async function readOwnerless(tx: Transaction, { tenantId, to }: Counted) {
  const known = sql`scout.service_accounts WHERE tenant_id = ${tenantId}
    AND coalesce(first_seen, created_at) < ${iso(to)}`;
  const totals = await sql<{ known: number; total: number }>`
    SELECT count(*)::int AS known, count(*) FILTER (WHERE owner IS NULL)::int AS total FROM ${known}`.execute(
    tx,
  );
  const { rows } = await sql<{ name: string; last_seen: Date | null }>`
    SELECT name, last_seen FROM ${known} AND owner IS NULL
    ORDER BY last_seen DESC NULLS LAST, account_key LIMIT ${sql.lit(rowsListed)}`.execute(tx);
  return {
    ...totals.rows[0]!,
    listed: rows.map(({ name, last_seen }) => ({ name, last_seen: asIso(last_seen) })),
  };
}
