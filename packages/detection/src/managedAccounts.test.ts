import { expect, test } from 'vitest';
import { managedAccountOf } from './managedAccounts.ts';

const logon = (fields: Record<string, unknown>) => ({
  event_type: 'WINDOWS_SECURITY_4624',
  logon_type: '5',
  system_context_computer_name: 'PRD-SQL01.corp.example',
  ...fields,
});

test.each([
  [{ target_user_name: 'ledger$' }, 'ledger$'],
  [{ target_user_name: 'NORTHWIND\\Ledger$', logon_type: 4 }, 'Ledger$'],
  // The machine itself, a machine over the network, a person, an ordinary account, another event.
  [{ target_user_name: 'PRD-SQL01$' }, null],
  [{ target_user_name: 'prd-sql01$', logon_type: '4' }, null],
  [{ target_user_name: 'WS-1042$', logon_type: '3' }, null],
  [{ target_user_name: 'j.weber' }, null],
  [{ target_user_name: 'svc.billing' }, null],
  [{ target_user_name: 'ledger$', event_type: 'WINDOWS_SECURITY_4625' }, null],
  [{ target_user_name: 'ledger$', system_context_computer_name: null }, null],
])('%j: %s', (fields, account) => {
  expect(managedAccountOf(logon(fields))).toBe(account);
});
