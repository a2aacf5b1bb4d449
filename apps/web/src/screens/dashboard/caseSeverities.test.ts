import { expect, test } from 'vitest';
import { rankedByCase, severitiesOf } from './caseSeverities.tsx';

const severityOf = severitiesOf([
  { account: 'svc.reporting', other_accounts: ['svc.branch', 'svc.billing'], severity: 'medium' },
  { account: 'SVC.Billing', other_accounts: [], severity: 'low' },
  { account: 'svc.billing', other_accounts: [], severity: 'critical' },
]);

test('an account has the severity of its most severe case', () => {
  expect(['svc.billing', 'SVC.REPORTING', 'service.etl'].map(severityOf)).toEqual([
    'critical',
    'medium',
    undefined,
  ]);
});

test('an account that a case only lists has its severity, too', () => {
  expect(severityOf('SVC.Branch')).toBe('medium');
});

test('accounts of more severe cases come first, the others stay in their order', () => {
  const rows = ['service.etl', 'svc.reporting', 'svc.backup', 'svc.billing'].map((serviceAccount) => ({
    serviceAccount,
  }));
  expect(rankedByCase(rows, severityOf).map((row) => row.serviceAccount)).toEqual([
    'svc.billing',
    'svc.reporting',
    'service.etl',
    'svc.backup',
  ]);
});
