import type { NormalisedRow } from '@scout/detection';
import { expect, test } from 'vitest';
import { judgeHours } from '../testing/hours.ts';
import { account, appOf, days } from '../testing/organization.ts';
import { at } from '../testing/rows.ts';
import { deskOf, ordinaryTickets, ticketMaker } from '../testing/tickets.ts';

const RC4 = '0x17';
const UNPROVED = 'pre-authentication: 0';

/** Findings of roasting in a month of which the last days have an attack. */
function judged(attack: (tickets: ReturnType<typeof ticketMaker>) => NormalisedRow[], times = 1) {
  const tickets = ticketMaker();
  const rows = [...ordinaryTickets(days(28), tickets, { times }), ...attack(tickets)];
  return judgeHours(rows, {}).filter(({ alert }) => alert.kind === 'roasting');
}

/** One requester asks for many services, a second apart. */
const roast = (
  cipher: string,
  { count = 12, requester = 'p4', source = deskOf(4), from = 10, hour = 10 } = {},
) =>
  judged((tickets) =>
    Array.from({ length: count }, (_, i) =>
      tickets.service(at(25, hour) + i * 1_000, requester, account(from + i), source, cipher),
    ),
  );

test.each([
  ['RC4', RC4],
  ['AES', '0x12'],
])('a person who asks for many services is found with the client, with %s', (_name, cipher) => {
  const [found, ...others] = roast(cipher);
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    sources: ['ws-004'],
    persons: [{ name: 'p4', level: 'acted' }],
    alert: { severity: 'high', account: 'svc.app10' },
  });
  expect([found?.alert.account, ...(found?.accounts ?? [])]).toHaveLength(12);
  expect(found?.alert.sentence).toMatch(
    /^p4 requested Kerberos tickets for 12 service accounts from WS-004, none of which it had ever asked for: 12 tickets on /,
  );
  expect(found?.alert.sentence.includes('RC4')).toBe(cipher === RC4);
  expect(found?.evidence.length).toBeGreaterThanOrEqual(12);
});

test('a service account that asks for many services is the account of the case', () => {
  const [found] = roast('0x12', { requester: account(0), source: '10.1.0.1' });
  expect(found?.alert.account).toBe(account(0));
  expect(found?.persons).toEqual([]);
});

test('services asked for over a day are one case, which grows without another alert', () => {
  const found = judged((tickets) =>
    Array.from({ length: 10 }, (_, i) =>
      tickets.service(at(25, 8 + i), 'p4', account(10 + i), deskOf(4), '0x12'),
    ),
  );
  expect(found.map(({ isReported }) => isReported)).toEqual([true, false, false, false, false, false]);
  expect(new Set(found.map(({ caseKey }) => caseKey)).size).toBe(1);
});

test('first tickets without a password, from a machine where the accounts never worked', () => {
  const [found, ...others] = judged((tickets) =>
    [3, 9].map((n) => tickets.first(at(25, 10, n), account(n), deskOf(4), UNPROVED, RC4)),
  );
  expect(others).toEqual([]);
  expect(found?.sources).toEqual(['ws-004']);
  expect(found?.alert.sentence).toMatch(
    /^First Kerberos tickets of 2 service accounts were requested without a password/,
  );
});

test('accounts without pre-authentication that work as always are silent', () => {
  const tickets = ticketMaker();
  const rows = days(28).flatMap((day) =>
    [3, 9].map((n) => tickets.first(at(day, 10, n), account(n), '10.1.9.9', UNPROVED)),
  );
  rows.push(...ordinaryTickets(days(28), tickets));
  expect(judgeHours(rows, {}).filter(({ alert }) => alert.kind === 'roasting')).toEqual([]);
});

test('ten times the traffic of machines is silent, and hides nothing', () => {
  expect(judged(() => [], 10)).toEqual([]);
  const tickets = (times: number) =>
    judged(
      (make) =>
        Array.from({ length: 12 }, (_, i) => make.service(at(25, 10, i), 'p4', account(10 + i), deskOf(4))),
      times,
    );
  expect(tickets(10)).toHaveLength(1);
});

test.each<[string, Parameters<typeof judged>[0]]>([
  [
    'a machine that asks for many services',
    (tickets) =>
      days(20).map((i) => tickets.service(at(25, 10, i), 'SRV-0-1$', account(10 + i), '10.70.0.2')),
  ],
  [
    'a new employee who asks for what others ask for',
    (tickets) => [
      ...days(4).flatMap((p) =>
        days(8).map((i) => tickets.service(at(10 + i, 8), `p${p}`, account(10 + i), deskOf(p))),
      ),
      ...days(8).map((i) => tickets.service(at(26, 8, i), 'new', account(10 + i), '10.60.0.99')),
    ],
  ],
  [
    'an account that is moved, and asks for four services',
    (tickets) => days(4).map((i) => tickets.service(at(25, 8, i), account(0), account(20 + i), '10.1.0.1')),
  ],
  [
    'a monitor that logs on where the services run',
    (tickets) =>
      days(8).flatMap((i) => [
        tickets.service(at(25, 8, i), account(0), account(16 + i), '10.1.0.1'),
        tickets.maker.logon(at(25, 8, i) + 900, account(0), '3', appOf(16 + i), 'PRD-APP00', '10.1.0.1'),
      ]),
  ],
  [
    'refused requests',
    (tickets) =>
      days(12).map((i) => ({
        ...tickets.service(at(25, 8, i), 'p4', account(10 + i), deskOf(4)),
        status: '0x7',
      })),
  ],
  [
    'a new account on its first day',
    (tickets) =>
      days(12).map((i) => tickets.service(at(25, 8, i), 'svc.monitoring', account(10 + i), '10.1.0.1')),
  ],
])('%s is silent', (_name, attack) => expect(judged(attack)).toEqual([]));

test('in the first week everything is new', () => {
  const tickets = ticketMaker();
  const rows = ordinaryTickets(days(5), tickets);
  rows.push(...days(12).map((i) => tickets.service(at(4, 10, i), 'p4', account(10 + i), deskOf(4))));
  expect(judgeHours(rows, {}).filter(({ alert }) => alert.kind === 'roasting')).toEqual([]);
});

test('the result does not depend on when the assessor was saved', () => {
  const tickets = ticketMaker();
  const rows = [
    ...ordinaryTickets(days(28), tickets),
    ...days(12).map((i) => tickets.service(at(25, 10, i * 4), 'p4', account(10 + i), deskOf(4))),
  ];
  expect(judgeHours(rows, {}, [25 * 24 + 10, 25 * 24 + 11, 26 * 24])).toEqual(judgeHours(rows, {}));
});
