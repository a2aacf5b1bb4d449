import { Refusal } from './refusal.ts';
import { createShares } from './shares.ts';
import { createTurns } from './turns.ts';

export interface FairQueueLimits {
  /** Requests worked on at once. An organization alone gets up to half of them, rounded up. */
  readonly places: number;
  /** Requests worked on or waiting, shared in the same way. */
  readonly requests: number;
  /** Milliseconds that a request waits for its turn. */
  readonly patienceMs: number;
  /** Sentences for a request beyond its organization's share, and beyond those of the process. */
  readonly full?: { readonly share: string; readonly process: string };
}

/** Requests that wait for something scarce, such as a database connection. */
export interface FairQueue {
  /**
   * Runs `work` when it is its organization's turn. @throws Refusal rate_limited when the organization has too many requests,
   * unavailable when the process has, or when the turn did not come in time; the reason of `gone` when nobody waits any more
   */
  within<T>(tenantId: string, work: () => Promise<T>, gone?: AbortSignal): Promise<T>;
}

/** Divides places among organizations, so that none keeps the others waiting. */
export function createFairQueue({ places, requests, patienceMs, full }: FairQueueLimits): FairQueue {
  const turns = createTurns(places);
  const present = createShares(requests);
  return {
    async within(tenantId, work, gone) {
      gone?.throwIfAborted();
      const reason = present.whyNot(tenantId, 1);
      if (reason !== undefined) {
        const message = reason === 'share' ? full?.share : full?.process;
        const code = reason === 'share' ? 'rate_limited' : 'unavailable';
        throw new Refusal(code, { retryAfter: 2, ...(message && { message }) });
      }
      present.take(tenantId, 1);
      try {
        await turns.take(tenantId, 1, { patienceMs, gone });
        try {
          return await work();
        } finally {
          turns.giveBack(tenantId, 1);
        }
      } finally {
        present.giveBack(tenantId, 1);
      }
    },
  };
}
