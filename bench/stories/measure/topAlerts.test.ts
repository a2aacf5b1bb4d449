import { expect, test } from 'vitest';
import { alert } from '../testing/samples.ts';
import { rankAlerts } from './curve.ts';
import { createTopAlerts } from './topAlerts.ts';

const alerts = Array.from({ length: 1_000 }, (_, i) => alert({ recordIds: [String(i)], score: i % 7 }));

test('keeps the alerts that the order of severity puts first, and counts all', () => {
  const top = createTopAlerts(50);
  for (const one of alerts) top.add([one]);
  const ids = (list: typeof alerts) => list.map(({ recordIds }) => recordIds[0]).sort();
  const first = rankAlerts(alerts, [])
    .slice(0, 50)
    .map((ranked) => ranked.alert);
  expect(ids(top.kept())).toEqual(ids(first));
  expect(top.total()).toBe(1_000);
});

test('without a limit it keeps all', () => {
  const top = createTopAlerts(Number.POSITIVE_INFINITY);
  top.add(alerts);
  expect(top.kept()).toHaveLength(1_000);
});
