import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DetectionSettings } from '@scout/detection';
import type { Part } from '../parts.ts';
import type { ReplayedCase, ReplayRules } from './replay.ts';

export interface TrialData {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Start of the reported cases, epoch milliseconds. */
  readonly since: number;
  readonly rules: Omit<ReplayRules, 'naming'>;
  readonly present: DetectionSettings;
  readonly proposed: DetectionSettings;
}

export type TrialMessage =
  | { readonly do: 'add'; readonly parts: readonly (Omit<Part, 'body'> & { body: Uint8Array })[] }
  | { readonly do: 'finish' };

/** Cases by key, with the present and the proposed settings. */
export interface ReplayedBoth {
  readonly before: ReadonlyMap<string, ReplayedCase>;
  readonly after: ReadonlyMap<string, ReplayedCase>;
}

const MEMORY_MB = 1_024;

/**
 * Replays the same activity with present and proposed settings, in a thread of its own: it computes for seconds, during which this
 * thread keeps serving requests.
 * @param parts groups of parts in order of hours; the next group is read once the last one is added
 */
export async function replayBoth(
  data: TrialData,
  parts: AsyncIterable<readonly Part[]>,
): Promise<ReplayedBoth> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    name: 'trial',
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const post = async (message: TrialMessage): Promise<unknown> => {
    // Rejects with the thread's error.
    const answer = once(worker, 'message');
    worker.postMessage(message);
    return (await answer)[0];
  };
  try {
    for await (const group of parts) await post({ do: 'add', parts: group });
    return (await post({ do: 'finish' })) as ReplayedBoth;
  } finally {
    await worker.terminate();
  }
}
