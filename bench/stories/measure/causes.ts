import type { CaseAlert } from '../detectors/detector.ts';
import type { Point, Ranked } from './curve.ts';

/** Of an alert whose events are ordinary life, or whose file does not say. */
export const ORDINARY = 'ordinary life';

/** Cause of a false alert: the noise of the first of its records that has one. */
export function causeOf(alert: CaseAlert, causes: ReadonlyMap<string, string>): string {
  for (const id of alert.recordIds) {
    const cause = causes.get(id);
    if (cause !== undefined) return cause;
  }
  return ORDINARY;
}

/** False alerts within a budget by cause, and those of them that say that a person acted, or that it was the person's session. */
export type FalseAlerts = { byCause: Record<string, number>; naming: number };

export function falseAlertsOf(
  ranked: readonly Ranked[],
  point: Point,
  causes: ReadonlyMap<string, string>,
): FalseAlerts {
  const byCause: Record<string, number> = {};
  let naming = 0;
  for (const { alert, found } of ranked.slice(0, point.alerts)) {
    if (found.length > 0) continue;
    const cause = causeOf(alert, causes);
    byCause[cause] = (byCause[cause] ?? 0) + 1;
    if (alert.person !== undefined && alert.person.level !== 'present') naming += 1;
  }
  return { byCause, naming };
}
