import { matchRules, normaliseValue, type RuleId } from '@scout/detection';
import { createRandom } from '@scout/detection/simulation/random';
import { type SecurityLogEntry, toWindowsXml } from '@scout/detection/simulation/windowsXml';
import { describe, expect, it } from 'vitest';
import { SAMPLE_HOSTS } from './bank.ts';
import { historyOf, ordinaryEntry, storyAfter } from './history.ts';

const DAY = 86_400_000;
const midnight = Date.UTC(2026, 10, 22);
const noon = midnight + DAY / 2;

const rulesOf = (entry: SecurityLogEntry): RuleId[] => {
  const normalised = normaliseValue({ xml: toWindowsXml(entry) }, entry.time);
  if (!normalised.ok) throw new Error(`Not read: ${toWindowsXml(entry)}`);
  return matchRules(normalised.row).map(({ rule }) => rule);
};
const countOf = (entries: readonly SecurityLogEntry[], rule: RuleId) =>
  entries.filter((entry) => rulesOf(entry).includes(rule)).length;

const all = (now: number) => SAMPLE_HOSTS.flatMap((host) => historyOf(host, now));
function storyUntil(start: number, end: number): SecurityLogEntry[] {
  const entries: SecurityLogEntry[] = [];
  for (const entry of storyAfter(start)) {
    if (entry.time >= end) break;
    entries.push(entry);
  }
  return entries;
}
const byTime = (entries: readonly SecurityLogEntry[]) => entries.map(toWindowsXml).sort();

describe('the history of the sample organization', () => {
  it('continues after the start where it ends: together they are whole days', () => {
    const wholeDay = all(midnight + DAY - 1).filter(({ time }) => time >= midnight);
    const continued = [
      ...all(noon).filter(({ time }) => time >= midnight),
      ...storyUntil(noon, midnight + DAY),
    ];
    expect(wholeDay.length).toBeGreaterThan(100);
    expect(byTime(continued)).toEqual(byTime(wholeDay));
  });

  it.each(['service-account-activity', 'failed-logons', 'interactive-logons'] as const)(
    'keeps the rate of %s',
    (rule) => {
      // Eight days without the one night of guessing.
      const before = countOf(
        all(midnight).filter(({ time }) => time >= midnight - 8 * DAY),
        rule,
      );
      const after = countOf(storyUntil(midnight, midnight + 8 * DAY), rule);
      expect(before).toBeGreaterThan(10);
      expect(after / before).toBeGreaterThan(0.75);
      expect(after / before).toBeLessThan(1.33);
    },
  );

  it('is in chronological order', () => {
    const times = storyUntil(noon, noon + 3 * DAY).map(({ time }) => time);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

it('ordinary events come from every machine, and match no rule', () => {
  const random = createRandom('ordinary');
  const entries = Array.from({ length: 500 }, () => ordinaryEntry(noon, random));
  expect(entries.flatMap(rulesOf)).toEqual([]);
  expect(new Set(entries.map(({ computer }) => computer))).toEqual(new Set(SAMPLE_HOSTS));
});
