import { expect, it } from 'vitest';
import { machineText, reasonTitle } from './caseWords.ts';

it('a change is not called a kind of logon', () => {
  const title = (facet: string, klass: string) => reasonTitle({ facet, class: klass, surprise: 9 });
  expect(title('kind', 'change:1102')).toBe('First change of this kind by the account');
  expect(title('kind', 'logon:5')).toBe('First logon of this kind by the account');
  expect(title('kind', 'outside-contract')).toBe('Its contract does not permit this kind of logon');
});

it.each([
  ['fin-laptop3', 'FIN-LAPTOP3'],
  ['192.0.2.113', '192.0.2.113'],
  ['2001:db8::a', '2001:db8::a'],
])('the machine %s', (machine, text) => {
  expect(machineText(machine)).toBe(text);
});
