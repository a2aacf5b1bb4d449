import { DEMO_LIMITS } from './limits.ts';
import type { Random } from './random.ts';

export type DemoSeverity = 'high' | 'medium' | 'low';

const LEVELS: readonly DemoSeverity[] = ['high', 'medium', 'low'];

/** How many of `count` have each severity: 30, 40 and 30 per cent, rounded so that the sum is `count` (the graver level first). */
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

/** The severities of `count` rows in a drawn order; their mix is the quota. */
export function drawSeverities(count: number, random: Random): DemoSeverity[] {
  const quota = severityQuota(count);
  const all = LEVELS.flatMap((level) => new Array<DemoSeverity>(quota[level]).fill(level));
  return random.some(all, count);
}

/** The severity that one more row must have so that all of them keep the quota. */
export function nextSeverity(others: readonly { severity: DemoSeverity }[]): DemoSeverity {
  const quota = severityQuota(others.length + 1);
  const lacking = LEVELS.map((level) => ({
    level,
    by: quota[level] - others.filter(({ severity }) => severity === level).length,
  }));
  return lacking.toSorted((a, b) => b.by - a.by)[0]!.level;
}
