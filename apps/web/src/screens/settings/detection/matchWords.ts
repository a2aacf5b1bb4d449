import type { DetectionPreview } from '@scout/contract';
import { type DetectionSettings, NAME_KINDS } from '@scout/detection';
import { formatCount } from '@scout/ui';

/** A count now and later: `1 → 4`, or one number if they are equal. */
export const changeOf = (now: number, next: number): string =>
  now === next ? formatCount(now) : `${formatCount(now)} → ${formatCount(next)}`;

/** `1 name`, `12 names`. */
export const namesWord = (count: number): string => `${formatCount(count)} ${count === 1 ? 'name' : 'names'}`;

/** Number of entries added and removed, and of standard rules switched. */
export function countChanges(saved: DetectionSettings, draft: DetectionSettings): number {
  return NAME_KINDS.reduce((sum, kind) => {
    const [before, after] = [new Set(saved[kind].entries), new Set(draft[kind].entries)];
    const added = [...after].filter((entry) => !before.has(entry)).length;
    const removed = [...before].filter((entry) => !after.has(entry)).length;
    return sum + added + removed + (saved[kind].standard === draft[kind].standard ? 0 : 1);
  }, 0);
}

/** The effect of changed settings: `Incidents of all rules in 30 days: 1 → 4`. */
export function effectOf({ incidents }: DetectionPreview): string {
  const total = (which: 'now' | 'next') => incidents.reduce((sum, each) => sum + each[which], 0);
  return `Incidents of all rules in 30 days: ${changeOf(total('now'), total('next'))}`;
}
