import type { Finding } from '@scout/cases';
import type pg from 'pg';
import { idOf } from '../../assessor/ids.ts';

/** Period in which a case was closed, epoch milliseconds; `to` is infinite while it is closed. */
interface Closing {
  readonly from: number;
  to: number;
}

/**
 * A contract breach that continues after its case was closed is a new case, because the person who closed the case declared it
 * over. The new case is named after the closing, and closing times are kept forever, so that judging the same events again gives
 * the same cases. Other findings stay with their case and are not reported again.
 */
export async function beginAnew(
  client: pg.ClientBase,
  tenantId: string,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const accounts = new Set(findings.filter(isBreach).map(({ alert }) => alert.account));
  if (accounts.size === 0) return [...findings];
  const closings = await readClosings(client, tenantId, [...accounts]);
  return findings.map((finding) => {
    if (!isBreach(finding)) return finding;
    const { first } = finding.alert.statement;
    let { caseKey } = finding;
    for (;;) {
      const closing = closings
        .get(idOf(tenantId, caseKey))
        ?.find(({ from, to }) => from < first && first <= to);
      if (closing === undefined) return { ...finding, caseKey };
      caseKey = JSON.stringify([...(JSON.parse(caseKey) as unknown[]), closing.from]);
    }
  });
}

const isBreach = ({ alert }: Finding): boolean => alert.kind === 'outside-contract';

/** Closing times of accounts' cases, by case. */
async function readClosings(
  client: pg.ClientBase,
  tenantId: string,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, readonly Closing[]>> {
  const { rows } = await client.query<{ case_id: string; kind: 'closed' | 'reopened'; time: number }>(
    `SELECT h.case_id, h.kind, extract(epoch FROM h.created_at)::float8 * 1000 AS time
     FROM scout.cases c JOIN scout.case_changes h ON h.tenant_id = c.tenant_id AND h.case_id = c.case_id
     WHERE c.tenant_id = $1 AND c.account_key = ANY ($2) AND h.kind IN ('closed', 'reopened')
     ORDER BY h.created_at, h.change_id`,
    [tenantId, accounts],
  );
  const closings = new Map<string, Closing[]>();
  for (const { case_id, kind, time } of rows) {
    const known = closings.get(case_id) ?? [];
    closings.set(case_id, known);
    const last = known.at(-1);
    if (kind === 'closed') known.push({ from: time, to: Number.POSITIVE_INFINITY });
    else if (last !== undefined) last.to = Math.min(last.to, time);
  }
  return closings;
}
