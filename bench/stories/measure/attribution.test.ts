import { expect, test } from 'vitest';
import { alert, story } from '../testing/samples.ts';
import { attributionOf } from './attribution.ts';
import { rankAlerts } from './curve.ts';

test('right, wrong and nobody by level of evidence; each detected story once, by its most severe alert', () => {
  const stories = [
    story({ recordIds: ['1'], person: 'm.keller' }),
    story({ recordIds: ['2'], person: 'm.keller' }),
    story({ recordIds: ['3'], person: 'm.keller' }),
    story({ recordIds: ['4'], person: null }),
    story({ recordIds: ['5'], person: null }),
    story({ recordIds: ['6'] }),
    story({ recordIds: ['7'], person: 'm.keller' }),
  ];
  const alerts = [
    alert({ recordIds: ['1'], score: 9, person: { name: 'NORDBANK\\M.Keller', level: 'acted' } }),
    alert({ recordIds: ['1'], score: 1, person: { name: 'j.weber', level: 'present' } }),
    alert({ recordIds: ['2'], person: { name: 'j.weber', level: 'present' } }),
    alert({ recordIds: ['3'] }),
    alert({ recordIds: ['4'], person: { name: 'j.weber', level: 'same-session' } }),
    alert({ recordIds: ['5'] }),
    // Excludes stories labeled without a person, and false alerts.
    alert({ recordIds: ['6'], person: { name: 'j.weber', level: 'acted' } }),
    alert({ recordIds: ['99'], person: { name: 'j.weber', level: 'acted' } }),
  ];
  expect(attributionOf(rankAlerts(alerts, stories), stories)).toEqual({
    stories: 3,
    nobody: 1,
    right: { acted: 1, 'same-session': 0, present: 0 },
    wrong: { acted: 0, 'same-session': 0, present: 1 },
    withoutPerson: 2,
    accused: 1,
  });
});
