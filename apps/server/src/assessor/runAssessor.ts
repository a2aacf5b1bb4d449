import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { withRole } from '../database/pool.ts';
import { assess } from './assess.ts';
import { createMemory } from './memory.ts';

/** Assesses organizations in the background. */
export interface Assessor {
  /** To be called when an organization may have new events; returns at once. */
  wake(tenantId: string): void;
  /** Ends after the run under way. */
  stop(): Promise<void>;
}

export interface AssessorOptions {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Milliseconds between two looks for organizations with something to do that nobody told of. */
  readonly everyMs?: number | undefined;
  /** Milliseconds in which an organization is not looked at again, at least. */
  readonly restMs?: number | undefined;
}

/** An organization rests this many times as long as its last run took, so that what arrives bit by bit costs a bounded share. */
const REST = { done: 4, more: 1 } as const;
const REST_AFTER_ERROR_MS = 30_000;

/**
 * Assesses one organization at a time, in a thread of every server process; which process has one is settled by a lock in the database. Errors are logged,
 * and the organization is tried again.
 */
export function runAssessor({
  pool,
  clock,
  log,
  everyMs = 15_000,
  restMs = 2_000,
}: AssessorOptions): Assessor {
  const memory = createMemory();
  /** When an organization may be looked at next, of those that wait; and until when the others rest. By the monotonic clock. */
  const waiting = new Map<string, number>();
  const resting = new Map<string, number>();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function wake(tenantId: string): void {
    if (stopped || waiting.has(tenantId)) return;
    waiting.set(tenantId, resting.get(tenantId) ?? 0);
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (stopped || running !== undefined || waiting.size === 0) return;
    const next = Math.min(...waiting.values());
    timer = setTimeout(start, Math.max(0, next - performance.now()));
  }

  function start(): void {
    running = work().finally(() => {
      running = undefined;
      schedule();
    });
  }

  async function work(): Promise<void> {
    const now = performance.now();
    for (const [tenantId, rest] of resting) if (rest <= now) resting.delete(tenantId);
    const [tenantId] = [...waiting].find(([, from]) => from <= now) ?? [];
    if (tenantId === undefined) return;
    waiting.delete(tenantId);
    let rest = REST_AFTER_ERROR_MS;
    try {
      const outcome = await assess({ pool, clock, memory }, tenantId);
      const took = performance.now() - now;
      rest = Math.max(restMs, (outcome === 'more' ? REST.more : REST.done) * took);
      if (outcome === 'more' || outcome === 'busy') waiting.set(tenantId, performance.now() + rest);
    } catch (error) {
      log.error(
        { err: error, tenant_id: tenantId },
        'an organization could not be assessed; it is tried again',
      );
      waiting.set(tenantId, performance.now() + rest);
    }
    resting.set(tenantId, performance.now() + rest);
    // An organization that was woken during the run waits until its rest ends.
    if (waiting.has(tenantId)) waiting.set(tenantId, performance.now() + rest);
  }

  async function look(): Promise<void> {
    try {
      for (const tenantId of await tenantsToAssess(pool, clock.now())) wake(tenantId);
    } catch (error) {
      log.warn({ err: error }, 'organizations with something to assess were not looked for');
    }
  }

  let looking = look();
  const interval = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(interval);
      clearTimeout(timer);
      await looking;
      await running;
    },
  };
}

/** Organizations with parts that were not read, or with something due. */
async function tenantsToAssess(pool: pg.Pool, now: number): Promise<string[]> {
  return withRole(pool, { role: 'scout_assessor' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM scout.tenants_to_assess(to_timestamp($1::float8 / 1000)) AS due (tenant_id)',
      [now],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}
