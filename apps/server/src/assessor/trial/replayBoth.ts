import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DetectionSettings } from '@scout/detection';
import { Refusal } from '../../http/refusal.ts';
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
 * Replays the same activity with present and proposed settings, in a separate thread: it computes for seconds, and this
 * thread keeps serving requests.
 * @param parts groups of parts in order of hours; the next group is read after the previous one has been added
 * @throws Refusal trial_too_large when the thread runs out of memory
 */
export async function replayBoth(
  data: TrialData,
  parts: AsyncIterable<readonly Part[]>,
  memoryMb = MEMORY_MB,
): Promise<ReplayedBoth> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    name: 'trial',
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  // The thread may also fail while nothing is awaited from it; without a listener that would end the process.
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  const post = async (message: TrialMessage): Promise<unknown> => {
    const answer = once(worker, 'message');
    worker.postMessage(message);
    return (await Promise.race([answer, failed]))[0];
  };
  try {
    for await (const group of parts) await post({ do: 'add', parts: group });
    return (await post({ do: 'finish' })) as ReplayedBoth;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new Refusal('trial_too_large');
    throw error;
  } finally {
    await worker.terminate();
  }
}
