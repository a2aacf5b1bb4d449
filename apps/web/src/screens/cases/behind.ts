import type { Assessment } from '@scout/contract';

/** Lag in seconds from which cases are reported as behind; shorter lags are normal. */
const REPORTED_LAG_SECONDS = 300;

/** A sentence about activity not yet assessed; null without lag. */
export function behindWords({ lag_seconds }: Assessment): string | null {
  if (lag_seconds < REPORTED_LAG_SECONDS) return null;
  const minutes = Math.round(lag_seconds / 60);
  const span = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  return `Cases are ${span} behind the stored events.`;
}
