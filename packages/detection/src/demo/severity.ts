import type { Random } from '../simulation/random.ts';
import { DEMO_LIMITS } from './limits.ts';

export type DemoSeverity = 'high' | 'medium' | 'low';

const LEVELS: readonly DemoSeverity[] = ['high', 'medium', 'low'];

/** Number of rows of each severity among `count`: 30, 40 and 30 percent, rounded to add up to `count` (higher severity first). */
export function severityQuota(count: number): Record<DemoSeverity, number> {
  const shares = LEVELS.map((level) => {
    const exact = (count * DEMO_LIMITS.severityPercent[level]) / 100;
    return { level, whole: Math.floor(exact), rest: exact % 1 };
  });
  let left = count - shares.reduce((sum, { whole }) => sum + whole, 0);
  for (const share of shares.toSorted((a, b) => b.rest - a.rest)) {
    if (left === 0) break;
    share.whole += 1;
    left -= 1;
  }
  return Object.fromEntries(shares.map(({ level, whole }) => [level, whole])) as Record<DemoSeverity, number>;
}

/** The severities of `count` rows in random order, distributed by the quota. */
export function drawSeverities(count: number, random: Random): DemoSeverity[] {
  const quota = severityQuota(count);
  const all = LEVELS.flatMap((level) => new Array<DemoSeverity>(quota[level]).fill(level));
  return random.some(all, count);
}

/** Severity of one additional row that keeps the quota. */
export function nextSeverity(others: readonly { severity: DemoSeverity }[]): DemoSeverity {
  const quota = severityQuota(others.length + 1);
  const lacking = LEVELS.map((level) => ({
    level,
    by: quota[level] - others.filter(({ severity }) => severity === level).length,
  }));
  return lacking.toSorted((a, b) => b.by - a.by)[0]!.level;
}
