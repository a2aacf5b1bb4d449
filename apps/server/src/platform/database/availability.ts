import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

export type DatabaseState = 'ok' | 'unavailable';

/** Evidence of this process's own writes about the database. */
export interface Writes {
  /** Milliseconds since one ended with something stored; undefined: none did. */
  sinceLast(): number | undefined;
  /** True while one waits for long and none ends. */
  areLate(): boolean;
}

/** Age up to which a write, or the result of a check, is used instead of a further check, so that requests cost no connection each. */
const RECENT_MS = 1_000;
/** A transaction's number: every write needs one, it takes up no space, and a standby cannot give it. */
const CHECK = 'SELECT pg_current_xact_id()';

/**
 * Tells whether the database takes writes over the connections that requests use, within a time limit however long the database
 * takes: from a write that ended recently, otherwise from a check. There is one check at a time.
 */
export function createAvailability(
  pool: Pick<pg.Pool, 'query'>,
  writes: Writes,
): (withinMs: number) => Promise<DatabaseState> {
  let last: { begunAt: number; isOver: boolean; readonly state: Promise<DatabaseState> } | undefined;

  async function check(): Promise<DatabaseState> {
    try {
      await pool.query(CHECK);
      return 'ok';
    } catch {
      return 'unavailable';
    }
  }

  function checked(): Promise<DatabaseState> {
    if (last && (!last.isOver || performance.now() - last.begunAt <= RECENT_MS)) return last.state;
    const next = { begunAt: performance.now(), isOver: false, state: check() };
    void next.state.then(() => {
      next.isOver = true;
    });
    last = next;
    return next.state;
  }

  return async (withinMs) => {
    if (writes.areLate()) return 'unavailable';
    const sinceLast = writes.sinceLast();
    if (sinceLast !== undefined && sinceLast <= RECENT_MS) return 'ok';
    const given = new AbortController();
    const late = pause(withinMs, 'unavailable' as const, { signal: given.signal, ref: false });
    late.catch(() => {});
    return await Promise.race([checked(), late]).finally(() => given.abort());
  };
}
