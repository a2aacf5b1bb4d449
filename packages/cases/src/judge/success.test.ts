import { expect, test } from 'vitest';
import type { Finding } from '../report/alert.ts';
import { judgeHours } from '../testing/hours.ts';
import { account, days, dbOf, ordinaryDays } from '../testing/organization.ts';
import { at, rowMaker } from '../testing/rows.ts';

type Refused = { reason?: string; times?: number; hour?: number; minute?: number };

/** Findings about an account that a workstation was refused with, and then let in with at 10:30. */
function letIn(refusals: readonly Refused[]): Finding[] {
  const maker = rowMaker();
  const rows = ordinaryDays(days(27), { maker });
  for (const { reason = 'wrong password', times = 1, hour = 10, minute = 0 } of refusals)
    for (let i = 0; i < times; i += 1)
      rows.push(maker.refusal(at(25, hour, minute + i), account(3), dbOf(3), 'WS-007', reason));
  rows.push(maker.logon(at(25, 10, 30), account(3), '3', dbOf(3), 'WS-007'));
  return judgeHours(rows, {}).filter(({ alert }) => alert.account === account(3));
}

const kindsOf = (findings: readonly Finding[]) => findings.map(({ alert }) => alert.kind);

test.each(['wrong password', 'unknown user name or wrong password', 'account locked out', '', '0xc0000199'])(
  'Let in after "%s" is a success after refusals',
  (reason) => {
    expect(kindsOf(letIn([{ reason, times: 4 }]))).toContain('refused-then-successful');
  },
);

test.each([
  'no logon server available',
  'Netlogon service not started',
  'account database in the wrong state',
  'clocks too far apart',
  'domain trust broken',
  'harmless Windows fault',
  'error during logon',
  'domain SID inconsistent',
  'no service available',
  'service account disabled, expired or locked out',
  'server account expired',
  'pre-authentication required',
  'ticket not valid yet',
  'There are currently no logon servers available to service the logon request.',
  'The NetLogon component is not active.',
])('"%s" refuses no password: the success after it is one from a new source', (reason) => {
  const found = kindsOf(letIn([{ reason, times: 4 }]));
  expect(found).toContain('new-source');
  expect(found).not.toContain('refused-then-successful');
});

const sentencesOf = (findings: readonly Finding[]) =>
  findings.flatMap(({ alert }) => (alert.kind === 'refused-then-successful' ? alert.sentence : []));

test.each<[string, Refused[]]>([
  ['Let in after 14 refusals', [{ times: 14 }]],
  ['Let in after one refusal', [{}]],
  ['Let in after 5 refusals', [{ times: 3 }, { times: 2, hour: 9, reason: 'account locked out' }]],
  ['Let in after 3 refusals', [{ times: 3 }, { times: 2, hour: 9, reason: 'clocks too far apart' }]],
  ['Let in after 4 refusals', [{ times: 4 }, { times: 3, hour: 12, reason: 'account locked out' }]],
  ['Let in after 4 refusals', [{ times: 4 }, { times: 9, hour: 12 }]],
  ['Let in after 4 refusals', [{ times: 4 }, { times: 9, minute: 40 }]],
  ['Let in after at least 6 refusals', [{ times: 9 }, { times: 9, minute: 40 }]],
])('%s', (words, refusals) => {
  expect(sentencesOf(letIn(refusals)).at(-1)).toContain(words);
});

test('a refusal that the server and a domain controller record is one', () => {
  const maker = rowMaker();
  const rows = ordinaryDays(days(27), { maker });
  for (let i = 0; i < 7; i += 1) {
    rows.push(maker.refusal(at(25, 10, i), account(3), dbOf(3), 'WS-007'));
    const checked = { target_user_name: account(3), status: '0xc000006a', failure_reason: 'wrong password' };
    const from = { system_context_computer_name: 'DC01', source_info_workstation_name: 'WS-007' };
    rows.push(maker.make(4776, at(25, 10, i), { ...checked, ...from }));
  }
  rows.push(maker.logon(at(25, 10, 30), account(3), '3', dbOf(3), 'WS-007'));
  expect(sentencesOf(judgeHours(rows, {})).at(-1)).toContain('Let in after 7 refusals');
});
