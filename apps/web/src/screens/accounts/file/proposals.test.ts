import { expect, test } from 'vitest';
import { proposalsOf } from './proposals.ts';

const account = {
  directory: 'Corp',
  dn: 'CN=svc.billing,OU=Service Accounts,OU=Billing\\, Payments,DC=corp,DC=example',
  managed_by: null,
  group: null,
  description: null,
  spns: [],
};

test('the owner is the manager, or a unit that names more than the kind of its accounts', () => {
  expect(proposalsOf([{ ...account, managed_by: 'Lovelace, Ada' }]).owner).toEqual({
    text: 'Lovelace, Ada',
    source: 'its manager in Corp',
  });
  expect(proposalsOf([account]).owner).toEqual({ text: 'Billing, Payments', source: 'its unit in Corp' });
  for (const unit of [
    'Services',
    'Service Accounts',
    'service-accounts',
    'Users',
    'Managed Service Accounts',
  ])
    expect(proposalsOf([{ ...account, dn: `CN=x,OU=${unit},DC=corp` }]).owner, unit).toBeNull();
});

test('another directory’s manager counts before a unit', () => {
  const other = { ...account, directory: 'Lab', managed_by: 'Bo' };
  expect(proposalsOf([account, other]).owner).toEqual({ text: 'Bo', source: 'its manager in Lab' });
});

test('a group’s manager is proposed when neither a manager nor a unit says whose it is', () => {
  const group = { name: 'Batch operators', managed_by: 'Bo' };
  expect(proposalsOf([{ ...account, group }]).owner?.text).toBe('Billing, Payments');
  expect(proposalsOf([{ ...account, group, dn: 'CN=x,OU=Services,DC=corp' }]).owner).toEqual({
    text: 'Bo',
    source: 'the manager of its group Batch operators in Corp',
  });
});

test('the purpose is the description, or the services', () => {
  const spns = ['MSSQLSvc/sql1.corp.example:1433', 'MSSQLSvc/sql1.corp.example', 'HTTP/web', 'broken'];
  expect(proposalsOf([{ ...account, spns }]).purpose).toEqual({
    text: 'MSSQLSvc on sql1.corp.example, HTTP on web',
    source: 'its services in Corp',
  });
  expect(proposalsOf([{ ...account, spns, description: ' Nightly invoices ' }]).purpose?.text).toBe(
    'Nightly invoices',
  );
  expect(proposalsOf([{ ...account, description: 'x'.repeat(3_000) }]).purpose?.text).toHaveLength(2_000);
});

test('no directory proposes nothing', () => {
  expect(proposalsOf([])).toEqual({ owner: null, purpose: null });
  expect(proposalsOf([{ ...account, dn: 'CN=x', description: ' ' }])).toEqual({ owner: null, purpose: null });
});
