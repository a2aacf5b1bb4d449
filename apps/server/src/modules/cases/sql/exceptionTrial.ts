import { setImmediate as turn } from 'node:timers/promises';
import { exceptionFor } from '@scout/cases';
import { type ExceptionTrial, limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import type { CasePerson } from '../../../platform/database/columns.ts';
import type { Transaction } from '../../../platform/database/pool.ts';

const { trialDays, trialFindings, trialCases } = limits.exceptions;
/** Findings in memory at a time. */
const FETCHED = 1_000;

/** The parts of an exception that say what it permits. */
interface Permitted {
  readonly account: string;
  readonly kinds: readonly string[];
  readonly sources: readonly string[];
  readonly destinations: readonly string[];
  readonly persons: readonly string[];
}

interface TrialScope {
  readonly tenantId: string;
  /** Epoch milliseconds: the end of the days that are looked at. */
  readonly now: number;
  /** Findings that are read at most, the newest. */
  readonly findings?: number;
}

interface Found {
  readonly case_id: string;
  readonly occurred_at: Date;
  readonly account: string;
  readonly accounts: readonly string[];
  readonly kind: string;
  readonly sources: readonly string[];
  readonly destinations: readonly string[];
  readonly persons: readonly CasePerson[];
}

interface Permissions {
  findings: number;
  readonly newest: Date;
}

/** The findings of the last days that an exception would have excused, had it been in force throughout. Excused findings are not counted. */
export async function tryException(
  tx: Transaction,
  scope: TrialScope,
  permitted: Permitted,
): Promise<ExceptionTrial> {
  const always = { ...permitted, id: '', from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  const byCase = new Map<string, Permissions>();
  let findings = 0;
  const from = await eachFinding(tx, scope, permitted.account, (found) => {
    const persons = found.persons.map(({ name }) => name);
    if (exceptionFor({ ...found, persons, first: 0, last: 0 }, [always]) === null) return;
    findings += 1;
    const known = byCase.get(found.case_id);
    if (known === undefined) byCase.set(found.case_id, { findings: 1, newest: found.occurred_at });
    else known.findings += 1;
  });
  const whole = await wholeCases(tx, scope.tenantId, byCase);
  return {
    from: (from ?? new Date(scope.now - trialDays * DAY)).toISOString(),
    to: new Date(scope.now).toISOString(),
    complete: from === null,
    findings,
    cases: whole.length,
    narrowed: byCase.size - whole.length,
    newest: whole.slice(0, trialCases),
  };
}

/** Gives the findings that no exception permits, the newest first, and returns from when on they are; null: all were given. */
async function eachFinding(
  tx: Transaction,
  { tenantId, now, findings: most = trialFindings }: TrialScope,
  account: string,
  give: (found: Found) => void,
): Promise<Date | null> {
  const since = new Date(now - trialDays * DAY).toISOString();
  // For a pattern, accounts are compared in code, as the assessor does.
  const named = account.includes('*') ? sql`true` : sql`account_key = ${account}`;
  await sql`DECLARE tried NO SCROLL CURSOR FOR
    SELECT case_id, occurred_at, account, accounts, kind, sources, destinations, persons FROM scout.findings
    WHERE tenant_id = ${tenantId} AND occurred_at >= ${since} AND excused_by IS NULL AND ${named}
    ORDER BY occurred_at DESC LIMIT ${most + 1}`.execute(tx);
  try {
    let left = most;
    for (;;) {
      const { rows } = await sql<Found>`FETCH ${sql.lit(FETCHED)} FROM tried`.execute(tx);
      for (const found of rows) {
        if (left === 0) return found.occurred_at;
        left -= 1;
        give(found);
      }
      if (rows.length < FETCHED) return null;
      await turn();
    }
  } finally {
    await sql`CLOSE tried`.execute(tx);
  }
}

/** The cases with as many permitted findings as reported ones, newest first. */
async function wholeCases(
  tx: Transaction,
  tenantId: string,
  byCase: ReadonlyMap<string, Permissions>,
): Promise<ExceptionTrial['newest']> {
  if (byCase.size === 0) return [];
  const { rows } = await sql<{ case_id: string; number: string; sentence: string; reported: number }>`
    SELECT c.case_id, c.number, c.sentence, (SELECT count(*)::int FROM scout.findings f
      WHERE f.tenant_id = c.tenant_id AND f.case_id = c.case_id AND f.excused_by IS NULL) AS reported
    FROM scout.cases c WHERE c.tenant_id = ${tenantId} AND c.case_id = ANY (${[...byCase.keys()]}::uuid[])`.execute(
    tx,
  );
  return rows
    .filter(({ case_id, reported }) => reported === byCase.get(case_id)!.findings)
    .map(({ case_id, number, sentence }) => ({
      number: Number(number),
      time: byCase.get(case_id)!.newest.toISOString(),
      sentence,
    }))
    .toSorted((a, b) => b.time.localeCompare(a.time) || b.number - a.number);
}
