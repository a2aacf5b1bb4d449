import { caseSentence, hostWord, type Statement } from '@scout/cases';
import {
  byState,
  type CaseRow,
  type CaseSeverity,
  caseStateOf,
  lastSeenOf,
  limits,
  nextStepOf,
  type RiskVerdicts,
} from '@scout/contract';
import type { Clock } from '@scout/detection';
import { windowOf } from '@scout/detection/figures/window';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { readCaseRows } from './cases.ts';
import { mostSevereFirst } from './findingOrder.ts';

interface Stored {
  readonly case_id: string;
  readonly number: string;
  readonly occurred_at: Date;
  readonly account: string;
  readonly severity: CaseSeverity;
  readonly sentence: string;
  readonly statement: Statement | null;
  readonly sources: string[];
  readonly destinations: string[];
  readonly total: number;
}

/**
 * The most severe finding of each case with a finding in the clock's period, the last one if equal, with the activity on its way since
 * then; see the contract, `riskVerdicts`.
 */
export async function readRiskVerdicts(
  tx: Transaction,
  tenantId: string,
  clock: Clock,
  isProductionServer: (host: string) => boolean,
): Promise<RiskVerdicts> {
  const period = windowOf(clock);
  const { rows } = await sql<Stored>`
    SELECT *, count(*) OVER ()::int AS total FROM (
      SELECT DISTINCT ON (f.case_id) f.case_id, c.number, f.occurred_at, coalesce(s.name, f.account) AS account, f.severity, f.sentence, f.statement, f.sources, f.destinations
      FROM scout.findings f JOIN scout.cases c ON c.tenant_id = f.tenant_id AND c.case_id = f.case_id
      LEFT JOIN scout.service_accounts s ON s.tenant_id = f.tenant_id AND s.account_key = f.account_key
      WHERE f.tenant_id = ${tenantId}
        AND f.occurred_at BETWEEN ${period.since} AND ${period.until} AND f.excused_by IS NULL
        AND (c.closed_as IS NULL OR c.closed_as = 'misuse')
      ORDER BY f.case_id, ${mostSevereFirst}) verdict
    ORDER BY occurred_at DESC, number DESC LIMIT ${sql.lit(limits.figures.listRows)}`.execute(tx);
  const ids = rows.map(({ case_id }) => case_id);
  const cases = await readCaseRows(tx, tenantId, ids, clock.now);
  const compare = byState(clock.now);
  return {
    since: period.since,
    until: period.until,
    total: rows[0]?.total ?? 0,
    verdicts: rows
      .flatMap((row) => {
        const found = cases.get(row.case_id);
        return found === undefined ? [] : [{ row, of: { ...found, severity: row.severity } }];
      })
      .toSorted((a, b) => compare(a.of, b.of))
      .map(({ row, of }) => verdictOf(row, of, clock, isProductionServer)),
  };
}

function verdictOf(
  { number, occurred_at, account, severity, sentence, statement, sources, destinations }: Stored,
  found: CaseRow,
  { now, timeZone }: Clock,
  isProductionServer: (host: string) => boolean,
): RiskVerdicts['verdicts'][number] {
  const { later } = found;
  // The case counts all of its findings about the same, and is shown with the same numbers everywhere.
  const isOfCase = statement !== null && found.statement?.lead === statement.lead;
  const shownStatement = isOfCase ? found.statement : statement;
  return {
    case: Number(number),
    time: occurred_at.toISOString(),
    firstSeen: found.first_seen,
    lastSeen: lastSeenOf(found),
    state: caseStateOf(found, now),
    computer: hostOf(sources[0]),
    serviceAccount: account,
    prdDbServer: hostOf(destinations.find(isProductionServer) ?? destinations[0]),
    riskLevel: severity === 'critical' ? 'high' : severity,
    riskDetails: caseSentence({ statement: shownStatement, sentence, later }, timeZone),
    nextStep: nextStepOf({ ...found, account }),
  };
}

const hostOf = (name: string | undefined): string | null => (name === undefined ? null : hostWord(name));
