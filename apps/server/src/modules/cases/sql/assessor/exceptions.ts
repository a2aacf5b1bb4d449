import { type Exception, exceptionFor, type Statement } from '@scout/cases';
import type pg from 'pg';
import type { CaseEvent, CasePerson } from '../../../../platform/database/columns.ts';

/** Exceptions that ended longer ago cannot match a stored event. */
const KEPT = '400 days';
/** Exceptions as JSON: the organization, the current time and `KEPT` are parameters 1 to 3. */
const LIST = `(SELECT json_agg(json_build_object('id', exception_id, 'account', account_key, 'kinds', kinds, 'sources', sources,
    'destinations', destinations, 'persons', persons, 'from', extract(epoch FROM starts_at)::float8 * 1000,
    'until', extract(epoch FROM least(ends_at, ended_at))::float8 * 1000) ORDER BY exception_id)
  FROM scout.case_exceptions WHERE tenant_id = $1 AND approved_at IS NOT NULL
    AND ends_at > to_timestamp($2::float8 / 1000) - $3::interval)`;
/** Findings per page when exceptions have changed. */
const PAGE = 1_000;

/** Columns of a finding that an exception checks; `occurred_at` in epoch milliseconds. */
interface Excusable {
  readonly account: string;
  readonly accounts: readonly string[];
  readonly kind: string;
  readonly sources: readonly string[];
  readonly destinations: readonly string[];
  readonly persons: readonly CasePerson[];
  readonly occurred_at: number;
  readonly events: readonly CaseEvent[];
  readonly statement: Statement | null;
}

/** Id of the exception that permits all of a finding; null without one. */
export function excusedBy(finding: Excusable, exceptions: readonly Exception[]): string | null {
  if (exceptions.length === 0) return null;
  const { account, accounts, kind, sources, destinations, persons, statement } = finding;
  const times = [finding.occurred_at, ...finding.events.map(({ time }) => Date.parse(time))];
  if (statement !== null) times.push(statement.first, statement.last);
  const about = {
    account,
    accounts,
    kind,
    sources,
    destinations,
    persons: persons.map(({ name }) => name),
    first: Math.min(...times),
    last: Math.max(...times),
  };
  return exceptionFor(about, exceptions)?.id ?? null;
}

/**
 * Reads the organization's exceptions. If they have changed since the last run, applies them to all findings, without assessing
 * events again.
 * @param before fingerprint of the exceptions of the last run
 * @returns the cases of changed findings; null for unchanged exceptions
 */
export async function applyExceptions(
  client: pg.ClientBase,
  tenantId: string,
  before: string,
  now: number,
): Promise<{ exceptions: readonly Exception[]; changedCases: string[] | null }> {
  const { fingerprint, exceptions } = await readExceptions(client, tenantId, now);
  if (fingerprint === before) return { exceptions, changedCases: null };
  const changedCases = await excuseAgain(client, tenantId, exceptions);
  await client.query('UPDATE scout.assessments SET exceptions = $2 WHERE tenant_id = $1', [
    tenantId,
    fingerprint,
  ]);
  return { exceptions, changedCases };
}

async function readExceptions(
  client: pg.ClientBase,
  tenantId: string,
  now: number,
): Promise<{ fingerprint: string; exceptions: readonly Exception[] }> {
  const { rows } = await client.query<{ fingerprint: string; exceptions: readonly Exception[] | null }>(
    `SELECT scout.exceptions_of($1) AS fingerprint, ${LIST} AS exceptions`,
    [tenantId, now, KEPT],
  );
  const { fingerprint, exceptions } = rows[0]!;
  return { fingerprint, exceptions: exceptions ?? [] };
}

/** The organization's approved exceptions. */
export async function listExceptions(
  client: pg.ClientBase,
  tenantId: string,
  now: number,
): Promise<readonly Exception[]> {
  const { rows } = await client.query<{ exceptions: readonly Exception[] | null }>(
    `SELECT ${LIST} AS exceptions`,
    [tenantId, now, KEPT],
  );
  return rows[0]!.exceptions ?? [];
}

/** Updates the exception of every finding. @returns the cases of changed findings */
async function excuseAgain(
  client: pg.ClientBase,
  tenantId: string,
  exceptions: readonly Exception[],
): Promise<string[]> {
  const cases = new Set<string>();
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await client.query<
      Excusable & { finding_id: string; case_id: string; excused_by: string | null }
    >(
      `SELECT finding_id, case_id, account, accounts, kind, sources, destinations, persons, events, statement, excused_by,
         extract(epoch FROM occurred_at)::float8 * 1000 AS occurred_at
       FROM scout.findings WHERE tenant_id = $1 AND finding_id > $2 ORDER BY finding_id LIMIT ${PAGE}`,
      [tenantId, after],
    );
    const changed = rows
      .map((row) => ({ ...row, next: excusedBy(row, exceptions) }))
      .filter(({ excused_by, next }) => excused_by !== next);
    await client.query(
      `UPDATE scout.findings f SET excused_by = g.next FROM unnest($2::uuid[], $3::uuid[]) AS g (finding_id, next)
       WHERE f.tenant_id = $1 AND f.finding_id = g.finding_id`,
      [tenantId, changed.map(({ finding_id }) => finding_id), changed.map(({ next }) => next)],
    );
    for (const { case_id } of changed) cases.add(case_id);
    if (rows.length < PAGE) return [...cases];
    after = rows.at(-1)!.finding_id;
  }
}
