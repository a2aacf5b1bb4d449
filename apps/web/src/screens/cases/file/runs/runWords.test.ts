import type { CaseRun } from '@scout/contract';
import { expect, test } from 'vitest';
import { wordsOfRun } from './runWords.ts';

const run = (state: Partial<CaseRun>): CaseRun => ({
  account: 'svc.billing',
  kind: 'logon:3',
  person: null,
  source: 'fin-laptop3',
  server: 'prd-sql01',
  program: null,
  events: 1,
  first: '2026-11-12T08:00:00.000Z',
  last: '2026-11-12T08:00:00.000Z',
  ...state,
});
const text = (state: Partial<CaseRun>) =>
  wordsOfRun(run(state))
    .map((word) => word.text)
    .join('');

test.each([
  [
    { kind: 'refused:account locked out', source: '192.0.2.113', server: 'prod-ledger-02' },
    'svc.billing from 192.0.2.113: account locked out at PROD-LEDGER-02',
  ],
  [{ kind: 'refused:', source: null, server: null }, 'svc.billing: refused'],
  [{ kind: 'logon:3' }, 'svc.billing signed in over the network to PRD-SQL01 from FIN-LAPTOP3'],
  [{ kind: 'logon:2', server: 'fin-laptop3' }, 'svc.billing signed in at the console of FIN-LAPTOP3'],
  [{ kind: 'logon:12' }, 'svc.billing logged on (CachedRemoteInteractive) to PRD-SQL01 from FIN-LAPTOP3'],
  [{ kind: 'logon:constructor', source: null }, 'svc.billing logged on to PRD-SQL01'],
  [
    { kind: 'command', person: 'm.keller', program: 'ssms.exe' },
    'm.keller opened PRD-SQL01 as svc.billing with ssms.exe from FIN-LAPTOP3',
  ],
  [
    { kind: 'explicit', person: 'm.keller', program: 'runas.exe' },
    'm.keller entered the password of svc.billing for PRD-SQL01 with runas.exe from FIN-LAPTOP3',
  ],
  [{ kind: 'process', program: 'cmd.exe>sqlcmd.exe' }, 'svc.billing started sqlcmd.exe on PRD-SQL01'],
  [
    { kind: 'change:4724', person: 'p.vance', source: null, server: null },
    'svc.billing: password reset by p.vance',
  ],
  [{ kind: 'change:1102', source: null }, 'svc.billing: security log cleared on PRD-SQL01'],
  [{ kind: 'service-ticket' }, 'svc.billing got a Kerberos ticket for PRD-SQL01 from FIN-LAPTOP3'],
  [{ kind: 'something-new' }, 'svc.billing something-new for PRD-SQL01 from FIN-LAPTOP3'],
])('%j reads %j', (state, expected) => {
  expect(text(state)).toBe(expected);
});

test('characters that hide or reorder text are shown as their code points', () => {
  expect(text({ kind: 'refused:x\u202ey', source: 'a\u200bb', server: '\u0007' })).toBe(
    'svc.billing from A‹U+200B›B: x‹U+202E›y at ‹U+0007›',
  );
});
