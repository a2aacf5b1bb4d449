import { messageOf, statusOf } from '../../../api/error.ts';

/** Outcome of changing several cases. */
export interface Outcome {
  readonly done: readonly number[];
  readonly failed: readonly { readonly number: number; readonly message: string }[];
}

/**
 * Makes a change to each of these cases by a call of its own, one after the other: each is permitted and written down as if it were the only
 * one. Once the server cannot be reached the rest is not tried.
 */
export async function changeEach(
  numbers: readonly number[],
  change: (number: number) => Promise<unknown>,
): Promise<Outcome> {
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
