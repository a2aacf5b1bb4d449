import type { NormalisedRow } from '@scout/detection';
import { expect, test } from 'vitest';
import { at, rowMaker } from '../testing/rows.ts';
import { emptyBucket } from './bucket.ts';
import { foldEvent } from './fold.ts';

const fields: Partial<NormalisedRow> = {
  target_user_name: 'svc.billing',
  subject_user_name: 'person1',
  system_context_computer_name: 'HOST1',
};

/** Kinds of the cells from one event, with their machine. */
function cellsOf(id: number, change: Partial<NormalisedRow> = {}): string[] {
  const time = at(0, 10);
  const bucket = emptyBucket(Math.floor(time / 3_600_000));
  foldEvent(bucket, rowMaker().make(id, time, { ...fields, ...change }), time);
  return [...bucket.cells.values()].map(
    ({ account, kind, destination }) => `${account || '-'} ${kind} ${destination ?? '-'}`,
  );
}

test.each([
  [4624, { logon_type: '3' }, ['svc.billing logon:3 host1']],
  [4625, { failure_reason: 'wrong password' }, ['svc.billing refused:wrong password host1']],
  [4648, { target_computer_name: 'DB1' }, ['svc.billing explicit db1']],
  [4688, {}, ['svc.billing command -', 'person1 process host1']],
  [4697, {}, ['svc.billing change:4697 host1']],
  [4724, {}, ['svc.billing change:4724 -']],
  [4768, {}, ['svc.billing ticket -', '- controller host1']],
  [4769, { service_name: 'DB1$' } as object, ['svc.billing service-ticket db1', '- controller host1']],
  [
    4771,
    { failure_reason: 'wrong password' },
    ['svc.billing refused:wrong password -', '- controller host1'],
  ],
  [4776, {}, ['svc.billing ntlm -', '- controller host1']],
  [4634, { logon_type: '3' }, []],
])('%i yields its cells; tickets identify a domain controller', (id, change, cells) => {
  expect(cellsOf(id, change)).toEqual(cells);
});

test.each([
  ['sshd_1000', 'VIRTUAL USERS'],
  ['NETZWERKDIENST', 'NT-AUTORITÄT'],
  ['SERVICE RÉSEAU', 'AUTORITE NT'],
  ['СЕТЕВАЯ СЛУЖБА', 'NT AUTHORITY'],
  ['MSSQLSERVER', 'NT SERVICE'],
  ['svc-pool', 'IIS APPPOOL'],
])('logons of %s of %s, a machine’s own account, yield nothing', (name, domain) => {
  const own = { target_user_name: name, target_domain_name: domain, logon_type: '5' };
  expect([4624, 4625, 4634].flatMap((id) => cellsOf(id, own))).toEqual([]);
  expect(cellsOf(4624, { ...own, target_domain_name: 'BANK' })).toHaveLength(1);
});

test.each([
  ['svc.app09', '-'],
  ['svc.app09@BANK.EXAMPLE', '-'],
  ['krbtgt', '-'],
  ['krbtgt/BANK.EXAMPLE', '-'],
  ['sqlengine', '-'],
  ['DB1$', 'db1'],
  ['DB1$@BANK.EXAMPLE', 'db1'],
  ['BANK\\DB1$', 'db1'],
])('a ticket for %s, an account’s unless it ends with a dollar sign, is to machine %s', (name, machine) => {
  const ticket = cellsOf(4769, { service_name: name });
  expect(ticket[0]).toBe(`svc.billing service-ticket ${machine}`);
});

test('the two logons recorded for one administrator logon count once, in either order, and both are sessions', () => {
  const [elevated, limited] = [
    { logon_id: '0xb71e5', linked_logon_id: '0xb7205' },
    { logon_id: '0xb7205', linked_logon_id: '0xb71e5' },
  ];
  const alone = { logon_id: '0xc0000', linked_logon_id: '0x0' };
  const time = at(0, 10);
  for (const order of [
    [elevated, limited, alone],
    [limited, alone, elevated],
  ]) {
    const bucket = emptyBucket(Math.floor(time / 3_600_000));
    const { make } = rowMaker();
    for (const ids of order)
      foldEvent(bucket, make(4624, time, { ...fields, logon_type: '2', ...ids }), time);
    expect([...bucket.cells.values()].map(({ count }) => count)).toEqual([2]);
    expect(bucket.sessions.map(({ logonId }) => logonId).sort()).toEqual(['0xb71e5', '0xb7205', '0xc0000']);
  }
});
