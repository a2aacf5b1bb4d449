import type { NormalisedRow } from '@scout/detection';
import { expect, test } from 'vitest';
import { judgeHours } from '../testing/hours.ts';
import { days, ordinaryDays } from '../testing/organization.ts';
import { at } from '../testing/rows.ts';
import { ticketMaker } from '../testing/tickets.ts';

const DECOY = 'svc.archive';

function touched(
  rowsOf: (tickets: ReturnType<typeof ticketMaker>) => NormalisedRow[],
  since = at(0, 0),
  until = Number.POSITIVE_INFINITY,
) {
  const tickets = ticketMaker();
  const rows = [...ordinaryDays(days(12), { maker: tickets.maker }), ...rowsOf(tickets)];
  const found = judgeHours(rows, {
    decoys: new Map([[DECOY, [{ since, until }]]]),
    inventory: { accounts: [{ name: DECOY }] },
  });
  return found.filter(({ alert }) => alert.kind === 'decoy-touched');
}

test.each<[string, Parameters<typeof touched>[0], RegExp, string[]]>([
  [
    'a logon',
    ({ maker }) => [maker.logon(at(9, 10), DECOY, '3', 'PRD-SQL01', 'WS-004', '10.60.0.5')],
    /^Someone logged on as the decoy svc\.archive from WS-004: 1 event on /,
    [],
  ],
  [
    'a refused logon',
    ({ maker }) => [maker.refusal(at(9, 10), `NORTHWIND\\${DECOY.toUpperCase()}`, 'PRD-SQL01', 'WS-004')],
    /^Someone was refused as the decoy svc\.archive from WS-004/,
    [],
  ],
  [
    'a ticket for it, with AES',
    ({ service }) => [service(at(9, 10), 'p04', DECOY, '10.60.0.5')],
    /^p04 requested a Kerberos ticket for the decoy svc\.archive from WS-004/,
    ['p04'],
  ],
  [
    'a first ticket of it',
    ({ first }) => [first(at(9, 10), DECOY, '10.60.0.5')],
    /^Someone requested a Kerberos ticket for the decoy svc\.archive from WS-004/,
    [],
  ],
  [
    'a changed password',
    ({ maker }) => [
      maker.make(4724, at(9, 10), {
        target_user_name: DECOY,
        subject_user_name: 'p04',
        system_context_computer_name: 'DC01',
      }),
    ],
    /^p04 changed the decoy svc\.archive/,
    ['p04'],
  ],
  [
    'its credentials, typed in',
    ({ maker }) => [maker.explicit(at(9, 10), 'p04', 'WS-004', DECOY, 'PRD-SQL01')],
    /^p04 used the decoy svc\.archive from WS-004/,
    ['p04'],
  ],
  [
    'its credentials on a command line',
    ({ maker }) => [
      maker.process(at(9, 10), 'p04', 'WS-004', 'C:\\sqlcmd.exe', `sqlcmd -S PRD-SQL01 -U ${DECOY} -P x`),
    ],
    /^p04 used the decoy svc\.archive from WS-004/,
    ['p04'],
  ],
])('%s is critical', (_what, rows, sentence, persons) => {
  const [found, ...others] = touched(rows);
  expect(others).toEqual([]);
  expect(found?.alert.severity).toBe('critical');
  expect(found?.alert.sentence).toMatch(sentence);
  expect(found?.isReported).toBe(true);
  expect(found?.persons.map(({ name }) => name)).toEqual(persons);
  expect(found?.evidence).toHaveLength(1);
});

test('neither an attack nor maintenance is claimed: no event tells them apart', () => {
  const whyOf = (id: number) =>
    touched(({ maker }) => [
      maker.make(id, at(9, 10), {
        target_user_name: DECOY,
        subject_user_name: 'p04',
        system_context_computer_name: 'DC01',
      }),
    ])[0]?.alert.statement?.why;
  expect(whyOf(4724)).toBe(
    'Nothing uses this account. If nobody planned the change, someone may be preparing it for misuse.',
  );
  const [refused] = touched(({ maker }) => [maker.refusal(at(9, 10), DECOY, 'PRD-SQL01', 'WS-004')]);
  expect(refused?.alert.statement?.why).toBe(
    'Nothing uses this account. If this was no test, someone is looking for accounts to misuse.',
  );
});

test('also in the first hours of an organization', () => {
  const { maker } = ticketMaker();
  const found = judgeHours([maker.refusal(at(0, 0, 5), DECOY, 'PRD-SQL01', 'WS-004')], {
    decoys: new Map([[DECOY, [{ since: 0, until: Number.POSITIVE_INFINITY }]]]),
  });
  expect(found.map(({ alert }) => alert.severity)).toContain('critical');
});

test('what touched it before it was a decoy, and another account, tell nothing', () => {
  expect(
    touched(({ maker }) => [maker.logon(at(3, 10), DECOY, '3', 'PRD-SQL01', 'WS-004')], at(5, 0)),
  ).toEqual([]);
  expect(touched(({ service }) => [service(at(9, 10), 'p04', 'svc.app01', '10.60.0.5')])).toEqual([]);
});

test('what touched it while it was a decoy stays told after its end, and later touches tell nothing', () => {
  const logon = (day: number) =>
    touched(({ maker }) => [maker.logon(at(day, 10), DECOY, '3', 'PRD-SQL01', 'WS-004')], at(5, 0), at(9, 0));
  expect(logon(8)).toHaveLength(1);
  expect(logon(9)).toEqual([]);
});

test('of an hour in which the mark was set or ended, only what is known to lie within it counts', () => {
  const since = at(9, 10, 20);
  const until = at(9, 10, 40);
  const logons = (...minutes: number[]) =>
    touched(
      ({ maker }) =>
        minutes.map((minute) => maker.logon(at(9, 10, minute), DECOY, '3', 'PRD-SQL01', 'WS-004')),
      since,
      until,
    ).map(({ alert, evidence }) => [alert.statement?.count, alert.statement?.first, evidence.length]);
  expect(logons(5, 25, 30, 50)).toEqual([[2, at(9, 10, 25), 2]]);
  expect(logons(5, 50)).toEqual([]);
  expect(logons(1, 2, 3, 4, 5, 6, 7, 8, 25), 'the last one is known without its record').toEqual([
    [1, at(9, 10, 25), 0],
  ]);
});

test('touches are one case; another machine in it is told, the same one is not', () => {
  const found = touched(({ maker }) => [
    maker.refusal(at(9, 10), DECOY, 'PRD-SQL01', 'WS-004'),
    maker.refusal(at(9, 12), DECOY, 'PRD-SQL01', 'WS-004'),
    maker.refusal(at(10, 12), DECOY, 'PRD-SQL01', 'WS-009'),
  ]);
  expect(found.map(({ isReported }) => isReported)).toEqual([true, false, true]);
  expect(new Set(found.map(({ caseKey }) => caseKey)).size).toBe(1);
});
