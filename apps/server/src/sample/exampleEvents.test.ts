import { matchRules, normaliseValue } from '@scout/detection';
import { expect, it } from 'vitest';
import { exampleEvents } from './exampleEvents.ts';
import { toWindowsXml } from './windowsEvent.ts';

const now = Date.UTC(2026, 10, 22, 12);

it('the example events have the current time, one incident on each dashboard', () => {
  const incidents = exampleEvents('my-machine', now).map((entry) => {
    const normalised = normaliseValue({ xml: toWindowsXml(entry) }, now);
    if (!normalised.ok) throw new Error(normalised.message);
    return matchRules(normalised.row).find(({ rule }) => rule !== 'ai-risk');
  });
  expect(incidents).toMatchObject([
    { rule: 'failed-logons', serviceAccount: 'svc.example', server: 'PRD-EXAMPLE' },
    { rule: 'service-account-activity', serviceAccount: 'svc.example', computer: 'my-machine' },
    { rule: 'interactive-logons', serviceAccount: 'svc.example' },
  ]);
  expect(incidents.every((incident) => now - incident!.time < 10_000)).toBe(true);
});
