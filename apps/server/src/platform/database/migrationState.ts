import type pg from 'pg';
import { withRole } from './pool.ts';

/** The database's migrations compared with those of this version; `missing` has the names that the database lacks. */
export interface MigrationState {
  /** `ahead`: a newer version migrated it, as during an upgrade of several servers; `unknown`: the database did not say. */
  readonly state: 'ok' | 'behind' | 'ahead' | 'unknown';
  readonly missing: readonly string[];
}

const UNKNOWN: MigrationState = { state: 'unknown', missing: [] };
/** Age up to which an answer is used again: migrations change at starts, restores and failovers only. */
const RECENT_MS = 10_000;
/** PostgreSQL's codes for a table and a schema that do not exist: nothing was ever applied. */
const NOT_THERE: ReadonlySet<unknown> = new Set(['42P01', '3F000']);

/**
 * Tells whether the database has the migrations with these names: one that was restored to an older state or replaced under a running
 * server lacks some. There is one question at a time, and after the time limit the answer is `unknown`.
 */
export function createMigrationState(
  pool: pg.Pool,
  names: readonly string[],
): (withinMs: number) => Promise<MigrationState> {
  let last: { readonly begunAt: number; readonly answer: Promise<MigrationState> } | undefined;

  async function applied(): Promise<Set<string>> {
    const { rows } = await withRole(pool, { role: 'scout_visitor' }, (_tx, client) =>
      client.query<{ name: string }>('SELECT name FROM scout.schema_migrations'),
    );
    return new Set(rows.map(({ name }) => name));
  }

  async function ask(): Promise<MigrationState> {
    const known = await applied().catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && NOT_THERE.has(error.code)) return new Set<string>();
      return undefined;
    });
    if (known === undefined) {
      last = undefined;
      return UNKNOWN;
    }
    const missing = names.filter((name) => !known.has(name));
    if (missing.length > 0) return { state: 'behind', missing };
    return { state: known.size > names.length ? 'ahead' : 'ok', missing };
  }

  return async (withinMs) => {
    if (last === undefined || performance.now() - last.begunAt > RECENT_MS)
      last = { begunAt: performance.now(), answer: ask() };
    const { promise: late, resolve } = Promise.withResolvers<MigrationState>();
    const timer = setTimeout(resolve, withinMs, UNKNOWN);
    return await Promise.race([last.answer, late]).finally(() => clearTimeout(timer));
  };
}
