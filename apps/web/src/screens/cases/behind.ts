import type { Assessment } from '@scout/contract';

/** Lag in seconds from which cases are reported as behind; shorter lags are normal. */
const TOLD_SECONDS = 300;

/** Sentences about activity not yet assessed; none without lag. */
export function behindWords({ lag_seconds, history }: Assessment): string[] {
  const words: string[] = [];
  if (history !== null) {
    const share = Math.floor((100 * history.folded) / Math.max(1, history.batches));
    words.push(
      `Scout is reading events stored by an earlier version: ${share}% done. Cases may change until it is finished.`,
    );
  }
  if (lag_seconds >= TOLD_SECONDS) {
    const minutes = Math.round(lag_seconds / 60);
    const span = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
    words.push(`Cases are ${span} behind the stored events.`);
  }
  return words;
}
