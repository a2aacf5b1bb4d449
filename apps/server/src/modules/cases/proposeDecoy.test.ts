import { expect, test } from 'vitest';
import { proposeDecoy } from './proposeDecoy.ts';

test.each<[string, string[], RegExp]>([
  ['a prefix and a word', ['svc.billing', 'svc.cards', 'svc.loans', 'admin'], /^svc\.[a-z]+$/],
  ['capitals and numbers', ['SA_CRM01', 'SA_ERP01', 'SA_HR02', 'svc.one'], /^SA_[A-Z]+0[12]$/],
  ['the larger family', ['app-one', 'app-two', 'app-six', 'svc.a', 'svc.b'], /^app-[a-z]+$/],
])('names with %s', (_what, known, form) => {
  const { names, beside } = proposeDecoy(known, 'northwind');
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) expect(name).toMatch(form);
  for (const name of beside) expect(known).toContain(name);
});

test('none where no family is large enough, or names have no form', () => {
  expect(proposeDecoy(['svc.a', 'svc.b', 'x', '', '...', '1.2'], 's').names).toEqual([]);
});

test('no job that an account has, and another order in another organization', () => {
  const known = ['svc.backup', 'svc.export-daily', 'svc.mail'];
  const { names } = proposeDecoy(known, 'northwind');
  for (const taken of ['svc.backup', 'svc.export', 'svc.mail']) expect(names).not.toContain(taken);
  expect(proposeDecoy(known, 'alder').names).not.toEqual(names);
  expect([...proposeDecoy(known, 'alder').names].sort()).toEqual([...names].sort());
});
