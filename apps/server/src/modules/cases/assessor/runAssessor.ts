import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { tenantsToAssess } from '../sql/assessor/tenantsToAssess.ts';
import { assess } from './assess.ts';
import { createMemory } from './memory.ts';

/** Assesses organizations in the background. */
export interface RunningAssessor {
  /** Reports an organization with possible new events; returns immediately. */
  wake(tenantId: string): void;
  /** Stops after the current run. */
  stop(): Promise<void>;
}

export interface AssessorOptions {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Milliseconds between searches for organizations with unreported work. */
  readonly everyMs?: number | undefined;
  /** Minimum milliseconds between runs of an organization. */
  readonly restMs?: number | undefined;
}

/** An organization rests for this multiple of its last run's duration, so that a continuous trickle of events has a bounded cost. */
const REST = { done: 4, more: 1 } as const;
const REST_AFTER_ERROR_MS = 30_000;

/**
 * Assesses one organization at a time, in a thread of every server process; a database lock assigns each organization to one
 * process. Errors are logged and retried.
 */
export function runAssessor({
  pool,
  clock,
  log,
  everyMs = 15_000,
  restMs = 2_000,
}: AssessorOptions): RunningAssessor {
  const memory = createMemory();
  /** Earliest next run of waiting organizations, and end of the rest of the others. Monotonic clock. */
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
      log.error({ err: error, tenant_id: tenantId }, 'an organization could not be assessed; it is retried');
      waiting.set(tenantId, performance.now() + rest);
    }
    resting.set(tenantId, performance.now() + rest);
    // An organization reported during its run waits for the end of its rest.
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
