import { setTimeout as pause } from 'node:timers/promises';
import { type Job, scheduleRounds } from './rounds.ts';

/** `more`: work remains; `done`: all is done; `idle`: nothing to do, or another process is working on it. */
export type StepResult = 'more' | 'done' | 'idle';

export interface Work {
  /** Milliseconds from the end of a round to the beginning of the next. */
  readonly everyMs?: number;
  /** Organizations (or other ids) with work, limited per round. */
  waiting(): Promise<readonly string[]>;
  /** Does part of the work, in a transaction with its progress. */
  step(tenantId: string): Promise<StepResult>;
  /** Called on failure; retried in the next round. The organization is undefined if the search itself failed. */
  onError(error: unknown, tenantId?: string): void;
}

const EVERY_MS = 2_000;

/**
 * Processes stored data in the background until `stop` is called: one step for each organization in turn, at most half of the
 * time. Safe in any number of processes; one organization's failure does not block others.
 */
export function scheduleSteps({ everyMs = EVERY_MS, waiting, step, onError }: Work): Job {
  async function stepOf(tenantId: string, signal: AbortSignal): Promise<StepResult> {
    const began = performance.now();
    try {
      const result = await step(tenantId);
      if (result === 'more') await pause(performance.now() - began, undefined, { signal }).catch(() => {});
      return result;
    } catch (error) {
      if (!signal.aborted) onError(error, tenantId);
      return 'idle';
    }
  }

  return scheduleRounds({
    everyMs,
    async round(signal) {
      let left = await waiting();
      while (left.length > 0) {
        const unfinished: string[] = [];
        for (const tenantId of left) {
          if (signal.aborted) return;
          if ((await stepOf(tenantId, signal)) === 'more') unfinished.push(tenantId);
        }
        left = unfinished;
      }
    },
    onError,
  });
}
