import { type CaseFacets, type Facet, limits } from '@scout/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { caseAccounts } from './caseAccounts.ts';
import { type CaseNarrowing, caseConditions, casesFrom } from './cases.ts';

const { days: dayCount, listed } = limits.caseFacets;

const values = {
  severity: sql`c.severity`,
  kind: sql`c.kind`,
  assignee: sql`coalesce(m.email, 'none')`,
} as const satisfies Partial<Record<keyof CaseNarrowing, RawBuilder<unknown>>>;
type Single = keyof typeof values;
type Property = Single | 'account';
const singles = Object.keys(values) as Single[];
const properties: readonly Property[] = [...singles, 'account'];

/**
 * Counts of cases by value and by the day on which they opened, each within what the other filters leave; a case about several accounts
 * counts for each of them. `now` in epoch milliseconds.
 */
export async function readCaseFacets(
  tx: Transaction,
  tenantId: string,
  filter: CaseNarrowing,
  now: number,
): Promise<CaseFacets> {
  const { opened, status, text, ...conditions } = caseConditions(filter);
  const shown = (but: Property | null) => {
    const others = properties.filter((each) => each !== but).map((each) => sql.ref(`is_${each}`));
    return sql.join([...others, ...(but === null ? [] : [sql.ref('is_opened')])], sql` AND `);
  };
  const counted = singles.map(
    (
      each,
    ) => sql`(SELECT ${sql.lit(each)} AS facet, ${sql.ref(each)} AS value, count(*)::int AS count, 0 AS grave
      FROM matched WHERE ${shown(each)} GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT ${sql.lit(listed)})`,
  );
  const { rows } = await sql<{
    facet: Property | 'day' | 'matching';
    value: string;
    count: number;
    grave: number;
  }>`WITH today AS (SELECT (${new Date(now)}::timestamptz AT TIME ZONE ${filter.tz}::text)::date AS day),
    matched AS MATERIALIZED (
      SELECT ${sql.join(singles.map((each) => sql`${values[each]} AS ${sql.ref(each)}`))}, ${caseAccounts} AS accounts,
        ${sql.join(properties.map((each) => sql`${conditions[each]} AS ${sql.ref(`is_${each}`)}`))},
        ${opened} AS is_opened, (c.opened_at AT TIME ZONE ${filter.tz}::text)::date AS day
      FROM ${casesFrom} WHERE c.tenant_id = ${tenantId} AND ${status} AND ${text})
    ${sql.join(counted, sql` UNION ALL `)}
    UNION ALL
    (SELECT 'account', coalesce(r.name, each.key), count(*)::int, 0
      FROM matched CROSS JOIN unnest(matched.accounts) AS each (key)
      LEFT JOIN scout.service_accounts r ON r.tenant_id = ${tenantId} AND r.account_key = each.key
      WHERE ${shown('account')} GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT ${sql.lit(listed)})
    UNION ALL
    (SELECT 'matching', '', count(*)::int, 0 FROM matched WHERE ${shown(null)} AND is_opened)
    UNION ALL
    (SELECT 'day', to_char(shown.day, 'YYYY-MM-DD'), count(matched.day)::int, (count(matched.day) FILTER (WHERE severity IN ('critical', 'high')))::int
      FROM (SELECT today.day - back AS day FROM today, generate_series(0, ${sql.lit(dayCount - 1)}) back) shown
      LEFT JOIN matched ON matched.day = shown.day AND ${shown(null)} GROUP BY 2 ORDER BY 2)`.execute(tx);
  const of = (facet: Property): Facet =>
    rows.filter((row) => row.facet === facet).map(({ value, count }) => ({ value, count }));
  return {
    matching: rows.find(({ facet }) => facet === 'matching')!.count,
    severity: of('severity'),
    kind: of('kind'),
    account: of('account'),
    assignee: of('assignee'),
    days: rows
      .filter(({ facet }) => facet === 'day')
      .map(({ value, count, grave }) => ({ day: value, count, grave })),
  };
}
