import { messageOf, statusOf } from '../../../api/error.ts';

/** Outcome of changing several cases. */
export interface BulkResult {
  readonly done: readonly number[];
  readonly failed: readonly { readonly number: number; readonly message: string }[];
}

/**
 * Changes each of these cases by a separate call, sequentially: each is authorized and audited individually. Stops when the
 * server is unreachable.
 */
export async function changeEach(
  numbers: readonly number[],
  change: (number: number) => Promise<unknown>,
): Promise<BulkResult> {
  const done: number[] = [];
  const failed: { number: number; message: string }[] = [];
  let lost: string | null = null;
  for (const number of numbers) {
    if (lost !== null) {
      failed.push({ number, message: lost });
      continue;
    }
    try {
      await change(number);
      done.push(number);
    } catch (error) {
      const message = messageOf(error);
      failed.push({ number, message });
      if (statusOf(error) === null) lost = message;
    }
  }
  return { done, failed };
}
