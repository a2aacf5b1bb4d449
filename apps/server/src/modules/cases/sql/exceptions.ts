import { randomUUIDv7 } from 'node:crypto';
import { type CaseException, limits } from '@scout/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';

interface Stored {
  readonly exception_id: string;
  readonly account_key: string;
  readonly kinds: string[];
  readonly sources: string[];
  readonly destinations: string[];
  readonly persons: string[];
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly reason: string;
  readonly created_by: string;
  readonly created_at: Date;
  readonly approved_by: string | null;
  readonly ended_by: string | null;
  readonly ended_at: Date | null;
  readonly findings: number;
  readonly cases: number;
}

/** Exceptions selected by a condition on `e`, newest first, with the findings that they permit. */
async function select(
  tx: Transaction,
  tenantId: string,
  condition: RawBuilder<unknown>,
  limit: number,
  now: number,
): Promise<CaseException[]> {
  const { rows } = await sql<Stored>`
    SELECT e.*, coalesce(f.findings, 0) AS findings, coalesce(f.cases, 0) AS cases
    FROM (SELECT * FROM scout.case_exceptions e WHERE e.tenant_id = ${tenantId} AND ${condition}
      ORDER BY e.exception_id DESC LIMIT ${sql.lit(limit)}) e
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS findings, count(DISTINCT case_id)::int AS cases FROM scout.findings f
      WHERE f.tenant_id = e.tenant_id AND f.excused_by = e.exception_id) f ON true
    ORDER BY e.exception_id DESC`.execute(tx);
  return rows.map((row) => exceptionOf(row, now));
}

/** A page of the organization's exceptions; `now` in epoch milliseconds. */
export async function listExceptions(
  tx: Transaction,
  tenantId: string,
  {
    state,
    cursor,
    limit,
  }: { state?: 'current' | 'over' | undefined; cursor?: string | undefined; limit: number },
  now: number,
): Promise<{ exceptions: CaseException[]; next: string | null }> {
  const conditions = [sql`true`];
  if (cursor !== undefined) conditions.push(sql`e.exception_id < ${cursor}`);
  if (state !== undefined)
    conditions.push(state === 'current' ? isCurrent(now) : sql`NOT (${isCurrent(now)})`);
  const rows = await select(tx, tenantId, sql.join(conditions, sql` AND `), limit + 1, now);
  const exceptions = rows.slice(0, limit);
  return { exceptions, next: rows.length > limit ? exceptions.at(-1)!.id : null };
}

/** One exception; undefined if the organization has no such id. */
export async function readException(
  tx: Transaction,
  tenantId: string,
  id: string,
  now: number,
): Promise<CaseException | undefined> {
  const [found] = await select(tx, tenantId, sql`e.exception_id = ${id}`, 1, now);
  return found;
}

/** Exceptions by their ids. */
export async function readExceptions(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
  now: number,
): Promise<CaseException[]> {
  if (ids.length === 0) return [];
  return select(tx, tenantId, sql`e.exception_id = ANY (${ids})`, ids.length, now);
}

/** Every active or upcoming exception, oldest first. */
export async function listCurrentExceptions(
  tx: Transaction,
  tenantId: string,
  now: number,
): Promise<CaseException[]> {
  return (await select(tx, tenantId, isCurrent(now), limits.exceptions.active, now)).toReversed();
}

/** Number of active or upcoming exceptions, and number created since a time. */
export async function countExceptions(
  tx: Transaction,
  tenantId: string,
  { since, now }: { since: Date; now: number },
): Promise<{ current: number; made: number }> {
  const { rows } = await sql<{ current: number; made: number }>`
    SELECT count(*) FILTER (WHERE ${isCurrent(now)})::int AS current,
      count(*) FILTER (WHERE e.created_at >= ${since})::int AS made
    FROM scout.case_exceptions e WHERE e.tenant_id = ${tenantId}`.execute(tx);
  return rows[0]!;
}

export interface NewException {
  readonly account: string;
  readonly kinds: readonly string[];
  readonly sources: readonly string[];
  readonly destinations: readonly string[];
  readonly persons: readonly string[];
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly reason: string;
  readonly approvedBy: string;
}

/** Adds an exception, approved. @returns its id */
export async function addException(
  tx: Transaction,
  tenantId: string,
  given: NewException,
  { by, now }: { by: string; now: Date },
): Promise<string> {
  const id = randomUUIDv7();
  await sql`INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, kinds, sources, destinations, persons, starts_at,
      ends_at, reason, created_by, created_at, approved_by, approved_at)
    VALUES (${tenantId}, ${id}, ${given.account}, ${given.kinds}, ${given.sources}, ${given.destinations}, ${given.persons},
      ${given.startsAt}, ${given.endsAt}, ${given.reason}, ${by}, ${now}, ${given.approvedBy}, ${now})`.execute(
    tx,
  );
  return id;
}

/** Ends a current exception. @returns false if it is over or missing */
export async function endException(
  tx: Transaction,
  tenantId: string,
  id: string,
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`UPDATE scout.case_exceptions e SET ended_by = ${by}, ended_at = ${now}
    WHERE e.tenant_id = ${tenantId} AND e.exception_id = ${id} AND ${isCurrent(now.getTime())}`.execute(tx);
  return numAffectedRows === 1n;
}

const isCurrent = (now: number) => sql`e.ended_at IS NULL AND e.ends_at > ${new Date(now)}`;

function exceptionOf(row: Stored, now: number): CaseException {
  const {
    account_key,
    kinds,
    sources,
    destinations,
    persons,
    reason,
    created_by,
    ended_by,
    findings,
    cases,
  } = row;
  return {
    id: row.exception_id,
    account: account_key,
    kinds,
    sources,
    destinations,
    persons,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    reason,
    approved_by: row.approved_by ?? '',
    created_by,
    created_at: row.created_at.toISOString(),
    ended_by,
    ended_at: row.ended_at?.toISOString() ?? null,
    state: stateOf(row, now),
    findings,
    cases,
  };
}

function stateOf({ starts_at, ends_at, ended_at }: Stored, now: number): CaseException['state'] {
  if (ended_at !== null) return 'ended';
  if (ends_at.getTime() <= now) return 'expired';
  return starts_at.getTime() > now ? 'upcoming' : 'active';
}
