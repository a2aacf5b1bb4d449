import { Refusal } from './refusal.ts';
import { createShares } from './shares.ts';

/** Places that organizations take in turns. */
export interface Turns {
  /**
   * Resolves when the organization has this many more places. @throws Refusal unavailable if it has not got them within
   * `patienceMs`; without it a caller waits as long as necessary; the reason of `gone` when that is aborted meanwhile
   */
  take(tenantId: string, places: number, patience?: Patience): Promise<void>;
  giveBack(tenantId: string, places: number): void;
  readonly taken: number;
}

export interface Patience {
  readonly patienceMs?: number;
  readonly gone?: AbortSignal | undefined;
  /** Share of its organization's turn that a request uses up; the others of the turn follow at once. Default 1: all of it. */
  readonly ofTurn?: number;
}

interface Waiting {
  readonly places: number;
  readonly ofTurn: number;
  readonly begin: () => void;
  /** Turns of others while only places held by others blocked this one. */
  passed: number;
}

/** Requests of an organization, oldest first. */
interface Queue {
  readonly list: Waiting[];
  /** Share of its turn that is used up. */
  used: number;
}

/** Turns of others after which a batch that needs several places gets priority. */
const PASSED_AT_MOST = 16;

/** Divides places: organizations take turns, each with its oldest request, and share them as {@link createShares} does. */
export function createTurns(total: number): Turns {
  const shares = createShares(total);
  /** By organization, oldest first; the organization with the last turn is at the end. */
  const waiting = new Map<string, Queue>();
  function giveTurns(): void {
    const passed: Waiting[] = [];
    for (const [tenantId, queue] of waiting) {
      const [next] = queue.list;
      if (!next) continue;
      if (shares.whyNot(tenantId, next.places) !== undefined) {
        if (2 * shares.heldBy(tenantId) + next.places > total) continue;
        if (next.passed >= PASSED_AT_MOST) return;
        passed.push(next);
        continue;
      }
      shares.take(tenantId, next.places);
      queue.list.shift();
      queue.used += next.ofTurn;
      if (queue.list.length === 0) waiting.delete(tenantId);
      else if (queue.used >= 1) {
        queue.used = 0;
        // At the end, where this loop reaches it again while there is space.
        waiting.delete(tenantId);
        waiting.set(tenantId, queue);
      }
      next.begin();
      for (const one of passed) one.passed += 1;
    }
  }

  function leave(tenantId: string, one: Waiting): void {
    const list = waiting.get(tenantId)?.list ?? [];
    list.splice(list.indexOf(one), 1);
    if (list.length === 0) waiting.delete(tenantId);
    // Others may have been held back for it.
    giveTurns();
  }

  return {
    take(tenantId, places, { patienceMs, gone, ofTurn = 1 } = {}) {
      return new Promise<void>((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const begin = (): void => {
          clearTimeout(timer);
          gone?.removeEventListener('abort', giveUp);
          resolve();
        };
        const giveUp = (): void => {
          clearTimeout(timer);
          leave(tenantId, one);
          reject(gone?.reason);
        };
        const one = { places, begin, passed: 0, ofTurn };
        const queue = waiting.get(tenantId) ?? { list: [], used: 0 };
        queue.list.push(one);
        waiting.set(tenantId, queue);
        giveTurns();
        if (!queue.list.includes(one)) return;
        gone?.addEventListener('abort', giveUp);
        if (patienceMs === undefined) return;
        timer = setTimeout(() => {
          gone?.removeEventListener('abort', giveUp);
          leave(tenantId, one);
          reject(new Refusal('unavailable', { retryAfter: 2 }));
        }, patienceMs);
      });
    },
    giveBack(tenantId, places) {
      if (places === 0) return;
      shares.giveBack(tenantId, places);
      giveTurns();
    },
    get taken() {
      return shares.taken;
    },
  };
}
