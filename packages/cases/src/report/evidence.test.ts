import { expect, test } from 'vitest';
import { judgeHours } from '../testing/hours.ts';
import { account, appOf, days, ordinaryDays } from '../testing/organization.ts';
import { at, rowMaker } from '../testing/rows.ts';

test('the event that names the person is evidence, however many events of lesser reasons came before', () => {
  const maker = rowMaker();
  const rows = ordinaryDays(days(30), { maker });
  for (let n = 0; n < 8; n += 1)
    rows.push(maker.logon(at(25, 4, 10 + n), account(3), '3', 'PRD-SQL08', appOf(3)));
  const use = maker.explicit(at(25, 10), 'p05', 'WS-005', account(3), 'PRD-SQL09');
  const named = judgeHours([...rows, use], {}).filter(({ alert }) => alert.person?.name === 'p05');
  expect(named).not.toEqual([]);
  for (const { alert, evidence } of named) {
    expect(alert.recordIds).toContain(use.record_id);
    expect(evidence.map(({ record }) => record)).toContain(use.record_id);
  }
});
