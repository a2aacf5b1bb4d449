import { createAssessor } from '@scout/cases';
import { matchRules, type NormalisedRow, normaliseValue } from '@scout/detection';
import { toWindowsXml } from '@scout/detection/simulation/windowsXml';
import { expect, it } from 'vitest';
import { exampleEvents } from './exampleEvents.ts';

const now = Date.UTC(2026, 10, 22, 12);

const rowsAt = (time: number): NormalisedRow[] =>
  exampleEvents('my-machine', time).map((entry) => {
    const normalised = normaliseValue({ xml: toWindowsXml(entry) }, time);
    if (!normalised.ok) throw new Error(normalised.message);
    return normalised.row;
  });

it.each([now, Date.UTC(2026, 10, 22, 0, 0, 1), Date.UTC(2026, 10, 22, 23, 59, 59)])(
  'the example events open a case of a person who used the account, whatever the time of day (%i)',
  (time) => {
    const assessor = createAssessor({});
    const alerts = [...rowsAt(time).flatMap((row) => assessor.observe(row)), ...assessor.finish()];
    expect(alerts).toContainEqual(
      expect.objectContaining({
        severity: expect.stringMatching(/^(?:critical|high)$/),
        account: 'svc.example',
        person: expect.objectContaining({ name: 'you', level: 'acted' }),
      }),
    );
  },
);

it('the example events have the current time, one incident on each dashboard', () => {
  const incidents = rowsAt(now).flatMap((row) => matchRules(row).filter(({ rule }) => rule !== 'ai-risk'));
  expect(incidents).toMatchObject([
    { rule: 'failed-logons', serviceAccount: 'svc.example', server: 'PRD-EXAMPLE' },
    { rule: 'service-account-activity', serviceAccount: 'svc.example', computer: 'MY-MACHINE' },
    { rule: 'interactive-logons', serviceAccount: 'svc.example' },
    { rule: 'infrastructure-changes' },
  ]);
  expect(incidents.every((incident) => now - incident!.time < 10_000)).toBe(true);
});
