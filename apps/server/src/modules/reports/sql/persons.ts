import { limits, type MonthlyReport } from '@scout/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { type PersonUse, readPersonUse } from '../../cases/index.ts';

/** A month and the start of the previous one; times in epoch milliseconds, `to` is exclusive. */
interface Months {
  readonly tenantId: string;
  readonly before: number;
  readonly from: number;
  readonly to: number;
}

type Persons = MonthlyReport['persons'];

/**
 * Persons by the events of their cases: misuse that goes on has its findings at its start. Findings count where the activity is no
 * longer stored, and where a closed case was no misuse.
 */
export async function readPersons(tx: Transaction, months: Months): Promise<Persons> {
  const persons = new Map<string, Persons[number]>();
  for (const found of await readByFindings(tx, months)) persons.set(found.name.toLowerCase(), found);
  for (const use of await readPersonUse(tx, months.tenantId, new Date(months.before), new Date(months.to))) {
    const found = persons.get(use.person) ?? { name: use.name, now: 0, before: 0, cases: 0 };
    const { now, before } = await countUse(tx, months, use);
    persons.set(use.person, {
      ...found,
      now: Math.max(found.now, now),
      before: Math.max(found.before, before),
      cases: Math.max(found.cases, now > 0 ? use.cases : 0),
    });
  }
  return [...persons.values()]
    .filter(({ now }) => now > 0)
    .sort((a, b) => b.now - a.now || (a.name < b.name ? -1 : 1))
    .slice(0, limits.monthlyReport.namesListed);
}

async function readByFindings(tx: Transaction, { tenantId, before, from, to }: Months): Promise<Persons> {
  const [start, month, end] = [before, from, to].map((time) => new Date(time));
  const { rows } = await sql<Persons[number]>`
    SELECT name, count(*) FILTER (WHERE at >= ${month})::int AS now, count(*) FILTER (WHERE at < ${month})::int AS before,
      count(DISTINCT case_id) FILTER (WHERE at >= ${month})::int AS cases
    FROM (
      SELECT DISTINCT f.finding_id, f.case_id, f.occurred_at AS at, p ->> 'name' AS name
      FROM scout.findings f, jsonb_array_elements(f.persons) AS p
      WHERE f.tenant_id = ${tenantId} AND f.excused_by IS NULL AND f.occurred_at >= ${start} AND f.occurred_at < ${end}
    ) AS parts GROUP BY name`.execute(tx);
  return rows;
}

/** Events of one person's cases; an event of two of them counts once. */
async function countUse(
  tx: Transaction,
  { tenantId, before, from, to }: Months,
  { condition }: PersonUse,
): Promise<{ now: number; before: number }> {
  const month = new Date(from);
  const { rows } = await sql<{ now: number; before: number }>`
    SELECT coalesce(sum(n) FILTER (WHERE first_at >= ${month}), 0)::float8 AS now,
      coalesce(sum(n) FILTER (WHERE first_at < ${month}), 0)::float8 AS before
    FROM scout.account_activity
    WHERE tenant_id = ${tenantId} AND first_at >= ${new Date(before)} AND first_at < ${new Date(to)}
      AND hour >= date_trunc('hour', ${new Date(before)}::timestamptz) AND hour < ${new Date(to)} AND (${condition})`.execute(
    tx,
  );
  return rows[0]!;
}
