import { setTimeout as pause } from 'node:timers/promises';

/** `more`: there is more to do; `done`: all is done; `idle`: there is nothing to do, or another process is at it. */
export type StepResult = 'more' | 'done' | 'idle';

export interface Work {
  /** Organizations (or other ids) with something to do, as many as are taken up in a round. */
  waiting(): Promise<readonly string[]>;
  /** Does some of it, in a transaction with its progress. */
  step(tenantId: string): Promise<StepResult>;
  /** Told of a failure; it is tried again in the next round. The organization is undefined when none was found out. */
  onError(error: unknown, tenantId?: string): void;
}

const EVERY_MS = 2_000;

/**
 * Works on stored data in the background until `stop` is called: a step for one organization after the other, at most half of the
 * time. Any number of processes may do so at once; one organization's failure holds up no other.
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
