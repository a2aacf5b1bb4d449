import type { NormalisedRow } from '@scout/detection';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAssessor } from '../assessor.ts';
import { judgeHours } from '../testing/hours.ts';
import { at, quietMonth, rowMaker } from '../testing/rows.ts';
import type { CaseAlert } from './alert.ts';

function storms(rows: readonly NormalisedRow[]): CaseAlert[] {
  const assessor = createAssessor({});
  const sorted = [...rows].sort((a, b) =>
    a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0,
  );
  const alerts = [...sorted.flatMap((row) => assessor.observe(row)), ...assessor.finish()];
  return alerts.filter(({ reasons }) => reasons?.[0]?.facet === 'refusals');
}

describe('an old password after a rotation', () => {
  const { rows, maker } = quietMonth(undefined, { accounts: 6, days: 14 });
  // On day 8 the password of svc.billing0 changes; its jobs on three machines keep using the old one.
  const moved = ['APP4', 'APP5'].flatMap((source) =>
    [5, 6, 7].map((day) => maker.logon(at(day, 3), 'svc.billing0', '3', 'DB0', source)),
  );
  const fails = (day: number, source: string, count: number) =>
    Array.from({ length: count }, (_, i) =>
      maker.refusal(at(day, 11, i % 60), 'svc.billing0', 'DB0', source),
    );
  const rotation = [
    ...fails(8, 'APP0', 6),
    ...fails(8, 'APP4', 345),
    ...fails(8, 'APP5', 4),
    ...fails(9, 'APP4', 2),
    ...fails(9, 'APP5', 1),
    maker.logon(at(9, 20), 'svc.billing0', '3', 'DB0', 'APP4'),
    maker.logon(at(10, 20), 'svc.billing0', '3', 'DB0', 'APP5'),
  ];
  const notices = storms([...rows, ...moved, ...rotation]);

  test('is reported with the machines that still fail, until none is left', () => {
    expect(notices.map(({ kind, statement }) => [kind, statement.count, statement.why])).toEqual([
      ['refused-old-password', 355, 'Still failing: APP4, APP5.'],
      ['refused-old-password', 358, 'Still failing: APP5.'],
      ['refused-old-password', 358, 'All machines work again.'],
    ]);
  });

  test('says so in one sentence', () => {
    expect(notices[1]!.sentence).toBe(
      'svc.billing0 was refused because the password was wrong, on a machine where it used to work, as after a password change: ' +
        '358 refusals since 15 Sep, last 16 Sep 11:01 UTC. Still failing: APP5.',
    );
  });
});

describe('machines that alternately fail and succeed day after day', () => {
  const { rows, maker } = quietMonth(undefined, { accounts: 6, days: 28 });
  const day = (n: number, refusals: number) => [
    ...Array.from({ length: refusals }, (_, i) => maker.refusal(at(n, 11, i), 'svc.billing0', 'DB0', 'APP0')),
    maker.logon(at(n, 20), 'svc.billing0', '3', 'DB0', 'APP0'),
  ];
  const found = (added: readonly NormalisedRow[]) =>
    judgeHours([...rows, ...added], {}).filter(({ alert }) => alert.kind === 'refused-old-password');

  test('are one case with all refusals, and a new one after more than a week without', () => {
    const findings = found([8, 9, 10, 12, 22].flatMap((n) => day(n, 12)));
    expect(findings.map(({ alert }) => alert.statement.count)).toEqual([12, 24, 36, 48, 12]);
    expect(new Set(findings.slice(0, 4).map(({ caseKey }) => caseKey)).size).toBe(1);
    expect(findings[4]!.caseKey).not.toBe(findings[0]!.caseKey);
  });

  test('are reported again only after as many refusals as at first, with the new ones', () => {
    const again = day(10, 12);
    const findings = found([...day(8, 12), ...day(9, 4), ...again]);
    expect(findings.map(({ alert }) => alert.statement.count)).toEqual([12, 28]);
    const ofAgain = again.map(({ record_id }) => record_id);
    expect(findings[1]!.alert.recordIds.filter((id) => !ofAgain.includes(id))).toEqual([]);
  });
});

test('an unknown account name is reported as such, not as a wrong password', () => {
  const { rows, maker } = quietMonth(undefined, { accounts: 6, days: 10 });
  const unknown = Array.from({ length: 12 }, (_, minute) =>
    maker.refusal(at(8, 11, minute), 'svc.retired', 'DB0', 'APP0', 'unknown user name'),
  );
  expect(storms([...rows, ...unknown])).toMatchObject([
    { kind: 'refused-no-account', severity: 'low', account: 'svc.retired' },
  ]);
});

test('a locked account is reported from its third refusal on, a slip is not', () => {
  const { rows, maker } = quietMonth(undefined, { accounts: 6, days: 10 });
  const locked = [1, 2, 3].map((minute) =>
    maker.refusal(at(8, 11, minute), 'svc.billing0', 'DB0', 'APP0', 'account locked out'),
  );
  const slip = maker.refusal(at(8, 12), 'svc.ledger1', 'DB1', 'APP1');
  expect(storms([...rows, ...locked, slip])).toMatchObject([
    { account: 'svc.billing0', kind: 'refused-locked', severity: 'medium', statement: { count: 3 } },
  ]);
});

test('no refusal is lost: the final total of a storm counts all of them, however they spread', () => {
  const reasons = ['wrong password', 'account locked out', 'password expired', 'account disabled', ''];
  const one = fc.record({
    day: fc.integer({ min: 3, max: 6 }),
    hour: fc.integer({ min: 0, max: 23 }),
    machine: fc.integer({ min: 0, max: 3 }),
    reason: fc.constantFrom(...reasons),
    count: fc.integer({ min: 20, max: 60 }),
  });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 12 }), (spread) => {
      const maker = rowMaker();
      const { rows } = quietMonth(maker, { accounts: 3, days: 8 });
      const refused = spread.flatMap(({ day, hour, machine, reason, count }) =>
        Array.from({ length: count }, (_, i) =>
          maker.refusal(at(day, hour, i), 'svc.billing0', 'DB0', `OTHER${machine}`, reason),
        ),
      );
      const last = new Map(storms([...rows, ...refused]).map((alert) => [alert.kind, alert.statement.count]));
      const expected = new Map<string, number>();
      for (const { reason, count } of spread) expected.set(reason, (expected.get(reason) ?? 0) + count);
      expect([...last.values()].sort()).toEqual([...expected.values()].sort());
    }),
    { numRuns: 25 },
  );
});
