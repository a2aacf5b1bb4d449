import { createAssessor } from '@scout/cases';
import { normaliseValue, STANDARD_NAMING } from '@scout/detection';
import { isCollected } from '@scout/detection/collection';
import { toWindowsXml } from '@scout/detection/simulation/windowsXml';
import { expect, it } from 'vitest';
import { SAMPLE_HOSTS } from './bank.ts';
import { historyOf } from './history.ts';
import { STORIES } from './stories.ts';

/** Cases caused by the sample when first started at a given time, without contracts. */
function casesAt(now: number): string[] {
  const assessor = createAssessor({});
  const entries = SAMPLE_HOSTS.flatMap((host) => historyOf(host, now)).sort((a, b) => a.time - b.time);
  const alerts = entries.flatMap((entry) => {
    const result = normaliseValue({ xml: toWindowsXml(entry) }, now);
    if (!result.ok) throw new Error(result.message);
    return assessor.observe(result.row);
  });
  return [...new Set(alerts.map(({ account, kind, severity }) => `${account} ${kind} ${severity}`))].sort();
}

it('stages the same incidents at whatever time of day and week it is first started', () => {
  const cases = casesAt(Date.UTC(2026, 10, 22, 16, 30));
  expect(cases.length).toBeGreaterThan(10);
  expect(casesAt(Date.UTC(2026, 10, 23, 0, 1))).toEqual(cases);
  expect(casesAt(Date.UTC(2026, 10, 25, 9))).toEqual(cases);
});

it('agents collect every event of a staged incident', () => {
  const scenes = STORIES.flatMap((story) => story.scenes.map(({ entry }) => entry(0, () => 0.5)));
  expect(scenes.length).toBeGreaterThan(30);
  for (const scene of scenes)
    expect(isCollected(toWindowsXml(scene), STANDARD_NAMING), `${scene.eventId}`).toBe(true);
});
