import type { CaseAlert } from '../detectors/detector.ts';
import { bySeverity } from './curve.ts';

/** The most severe alerts of a detector, in a memory of twice their number. */
export function createTopAlerts(most: number) {
  let kept: CaseAlert[] = [];
  let total = 0;
  const cut = () => {
    kept = kept.sort(bySeverity).slice(0, most);
  };
  return {
    add(alerts: readonly CaseAlert[]): void {
      total += alerts.length;
      for (const alert of alerts) kept.push(alert);
      if (kept.length > 2 * most) cut();
    },
    total: () => total,
    /** In any order. */
    kept(): CaseAlert[] {
      if (kept.length > most) cut();
      return kept;
    },
  };
}
