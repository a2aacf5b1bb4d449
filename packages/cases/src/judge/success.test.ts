import type { NormalisedRow } from '@scout/detection';
import { expect, test } from 'vitest';
import type { Finding } from '../report/alert.ts';
import { judgeHours } from '../testing/hours.ts';
import { account, days, dbOf, ordinaryDays } from '../testing/organization.ts';
import { at, rowMaker } from '../testing/rows.ts';

type Refused = { reason?: string; times?: number; hour?: number };

/** Findings about an account that a workstation was refused with, and then let in with at 10:30. */
function letIn(refusals: readonly Refused[], change: Partial<NormalisedRow> = {}): Finding[] {
  const maker = rowMaker();
  const rows = ordinaryDays(days(27), { maker });
  for (const { reason = 'wrong password', times = 1, hour = 10 } of refusals)
    for (let i = 0; i < times; i += 1)
      rows.push({ ...maker.refusal(at(25, hour, i), account(3), dbOf(3), 'WS-007', reason), ...change });
  rows.push(maker.logon(at(25, 10, 30), account(3), '3', dbOf(3), 'WS-007'));
  return judgeHours(rows, {}).filter(({ alert }) => alert.account === account(3));
}

const kindsOf = (findings: readonly Finding[]) => findings.map(({ alert }) => alert.kind);

test.each(['wrong password', 'unknown user name or wrong password', 'account locked out', '', '0xc0000199'])(
  'let in after "%s" is a success after refusals',
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
