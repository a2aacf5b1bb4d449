import { setTimeout as pause } from 'node:timers/promises';
import { createFairQueue } from '../../../platform/http/fairQueue.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Rates } from '../../auth/index.ts';

/** The sender of a heartbeat. */
interface Sender {
  readonly tenantId: string;
  readonly agentId: string;
}

/** Admits heartbeats: each holds a database connection and writes a row, up to 64 KB. */
export interface Heartbeats {
  /** @throws Refusal rate_limited or unavailable, with the retry time */
  admit<T>(sender: Sender, work: () => Promise<T>): Promise<T>;
}

/** Connections that heartbeats take from the pool, and requests that wait for one. */
const PLACES = { places: 3, requests: 2_048, patienceMs: 10_000 };

/** One under way and one waiting: an agent sends a second one to compare its batch numbers before its first batch. */
const PER_AGENT = 2;

/** Delay of a refusal, so that immediate retries cost others little. */
const REFUSED_AFTER_MS = 500;

export function createHeartbeats(rates: Rates): Heartbeats {
  const queue = createFairQueue(PLACES);
  /** Heartbeats of each agent, and the end of the newest. */
  const underWay = new Map<string, { count: number; last: Promise<unknown> }>();

  /** One after the other: in parallel they would wait for the lock of the agent's row, each with a connection. */
  function inTurn<T>(agentId: string, work: () => Promise<T>): Promise<T> {
    const own = underWay.get(agentId) ?? { count: 0, last: Promise.resolve() };
    if (own.count >= PER_AGENT) {
      const message = 'This agent already has a heartbeat in progress; send one at a time.';
      throw new Refusal('rate_limited', { message, retryAfter: 1 });
    }
    own.count += 1;
    underWay.set(agentId, own);
    const done = own.last.then(work).finally(() => {
      own.count -= 1;
      if (own.count === 0) underWay.delete(agentId);
    });
    own.last = done.catch(() => {});
    return done;
  }

  return {
    async admit({ tenantId, agentId }, work) {
      try {
        return await inTurn(agentId, async () => {
          await rates.consume('heartbeatPerAgent', agentId);
          await rates.consume('heartbeatPerOrganization', tenantId);
          return queue.within(tenantId, work);
        });
      } catch (error) {
        if (error instanceof Refusal && error.retryAfter !== undefined) await pause(REFUSED_AFTER_MS);
        throw error;
      }
    },
  };
}
