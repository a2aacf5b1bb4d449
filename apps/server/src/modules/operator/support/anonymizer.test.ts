import { expect, test } from 'vitest';
import { Anonymizer } from './anonymizer.ts';
import { programFolder, readVocabulary } from './vocabulary.ts';

const vocabulary = await readVocabulary();
const names = {
  organization: ['Alder Health', 'Server'],
  person: ['Grace Hopper'],
  account: ['backup', 'svc.payroll'],
  host: ['LEDGER'],
};
const make = () => new Anonymizer({ vocabulary, names, secrets: ['hunter2-hunter2', 'abc'] });

test.each([
  'partitions were not maintained; the next round is in an hour',
  'duplicate key value violates unique constraint "memberships_pkey"',
  'canceling statement due to statement timeout',
  '2026-11-26 02:55:57.123 UTC [4711] ERROR:  deadlock detected',
  'relation "scout.batches_p20261126" does not exist (42P01)'.replace(' (42P01)', ''),
  'SELECT count(*) FROM scout.tenant_events WHERE tenant_id = $1',
  'a webhook returned 503 after 12.5 s, 250ms',
])('what the program says itself stays: %s', (text) => {
  expect(make().text(text)).toBe(text);
});

test.each([
  ['a known account that is an ordinary word', 'the login of BACKUP failed', 'BACKUP'],
  ['a known name of several words', 'no mail for alder  health, alder health', 'alder health'],
  ['a known host', 'ledger refused the connection', 'ledger'],
  ['an unknown account', 'role "svc_invoices$" does not exist', 'svc_invoices'],
  ['a domain account', 'CORP\\zq.treasury was refused', 'treasury'],
  ['a person', 'password of Grace Hopper', 'Hopper'],
  ['a host with its domain', 'getaddrinfo ENOTFOUND db7.bank.example', 'db7'],
  ['an IPv4 address', 'connect ECONNREFUSED 10.1.2.3:5432', '10.1.2.3'],
  ['an IPv6 address', 'from fe80::1ff:fe23:4567:890a and ::1', '890a'],
  ['a hardware address', 'machine 00:1b:44:11:3a:b7', '3a'],
  ['a mail address', 'Key (email)=(ada.berg+x@alder.example) exists', 'ada.berg'],
  ['a long number', 'employee 100482', '100482'],
  ['a secret', 'postgres://scout:hunter2-hunter2@db', 'hunter2'],
  ['a name in another script', 'ошибка Иванова 佐藤', '佐藤'],
])('%s is replaced', (_what, text, name) => {
  const result = make().text(text);
  expect(result).toMatch(/‹|\[secret\]/);
  // A token is random and may hold the letters of a short name.
  expect(result.replaceAll(/‹[^›]*›/g, '').toLowerCase()).not.toContain(name.toLowerCase());
});

test('a name has one token in texts, fields and statements, and another one in the next bundle', () => {
  const one = make();
  const token = one.text('svc.payroll');
  expect(token).toMatch(/^‹account [0-9a-f]{12}›$/);
  expect(one.text('no SVC.PAYROLL here')).toBe(`no ${token} here`);
  expect(one.value({ name: ['svc.payroll'] })).toEqual({ name: [token] });
  expect(one.sql('SELECT "svc.payroll"')).toContain(token);
  expect(make().text('svc.payroll')).not.toBe(token);
});

test('names and secrets in JSON are replaced by the field, too', () => {
  const line = {
    level: 30,
    time: 1,
    hostname: 'server',
    address: '::1',
    access_token: 'server',
    err: { message: 'error' },
  };
  const result = make().value(line) as Record<string, unknown>;
  expect(result).toMatchObject({ level: 30, time: 1, access_token: '[secret]', err: { message: 'error' } });
  expect(result.hostname).toMatch(/^‹/);
  expect(result.address).toMatch(/^‹address/);
});

test('constants and comments of statements are left out', () => {
  const one = make();
  expect(one.sql(`SELECT id -- error\n FROM t WHERE a = 'error' AND b = E'\\'error' AND c = 42`)).not.toMatch(
    /error|42/,
  );
  expect(one.sql(`ALTER ROLE scout PASSWORD 'the server`)).toBe('ALTER ROLE scout PASSWORD ?');
  expect(one.sql('DO $x$ error $x$')).not.toContain('error');
});

test('a file of the program stays named, without the folder that it is in', () => {
  const text = `at round (file://${programFolder}apps/server/src/modules/operator/support/anonymizer.ts:12:5)`;
  expect(make().text(text)).toBe(
    'at round (scout/apps/server/src/modules/operator/support/anonymizer.ts:12:5)',
  );
});
