import { setTimeout as pause } from 'node:timers/promises';

/** `more`: work remains; `done`: all is done; `idle`: nothing to do, or another process is working on it. */
export type StepResult = 'more' | 'done' | 'idle';

export interface Work {
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
export function scheduleSteps({ waiting, step, onError }: Work): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (milliseconds: number) => pause(milliseconds, undefined, { signal }).catch(() => {});

  async function stepOf(tenantId: string): Promise<StepResult> {
    const began = performance.now();
    try {
      const result = await step(tenantId);
      if (result === 'more') await rest(performance.now() - began);
      return result;
    } catch (error) {
      if (!signal.aborted) onError(error, tenantId);
      return 'idle';
    }
  }

  async function round(): Promise<void> {
    let left = await waiting();
    while (left.length > 0) {
      const unfinished: string[] = [];
      for (const tenantId of left) {
        if (signal.aborted) return;
        if ((await stepOf(tenantId)) === 'more') unfinished.push(tenantId);
      }
      left = unfinished;
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await round().catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      await rest(EVERY_MS);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
