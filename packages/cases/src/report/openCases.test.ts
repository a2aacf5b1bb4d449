import type { NormalisedRow } from '@scout/detection';
import { describe, expect, test } from 'vitest';
import type { AssessorOptions } from '../assessor.ts';
import { judgeHours } from '../testing/hours.ts';
import { at, quietMonth } from '../testing/rows.ts';
import { CASE_DAYS } from '../weights.ts';

const { rows: quiet, maker } = quietMonth();
const ACCOUNT = 'svc.billing0';
const { explicit, logon, refusal } = maker;

/** The kinds of findings of each case of the account. */
function casesOf(rows: readonly NormalisedRow[], options: AssessorOptions = {}): string[][] {
  const findings = judgeHours([...quiet, ...rows], options).filter(({ alert }) => alert.account === ACCOUNT);
  return [...Map.groupBy(findings, ({ caseKey }) => caseKey).values()].map((ofCase) =>
    ofCase.map(({ alert }) => alert.kind),
  );
}

const used = (day: number, machine: string, person: string, server = 'DB0') => [
  explicit(at(day, 10), person, machine, ACCOUNT, server),
  logon(at(day, 10, 1), ACCOUNT, '3', server, machine),
];
const signedIn = (day: number, machine: string) => [logon(at(day, 11), ACCOUNT, '2', machine)];

describe('one story is one case', () => {
  test('a use by a person and a sign-in at the same machine on the next day', () => {
    expect(casesOf([...used(20, 'PC3', 'person3'), ...signedIn(21, 'PC3')])).toEqual([
      ['explicit-credentials', 'person-signed-in'],
    ]);
  });

  test('the same person at another machine', () => {
    expect(casesOf([...used(20, 'PC3', 'person3'), ...used(22, 'PC4', 'person3')])).toHaveLength(1);
  });

  test('another machine goes to a server that was new to the account on the day before', () => {
    const cases = casesOf([...used(20, 'PC3', 'person3', 'DB5'), ...used(21, 'PC9', 'person9', 'DB5')]);
    expect(cases).toHaveLength(1);
  });

  test('guesses from a machine where it never worked, and what they end in', () => {
    const guesses = Array.from({ length: 8 }, (_, i) => refusal(at(20, 12, i), ACCOUNT, 'DB0', 'PC3'));
    const locked = Array.from({ length: 4 }, (_, i) =>
      refusal(at(20, 13, i), ACCOUNT, 'DB0', 'PC3', 'account locked out'),
    );
    const letIn = [logon(at(21, 14), ACCOUNT, '3', 'DB0', 'PC3')];
    const cases = casesOf([...guesses, ...locked, ...letIn]);
    expect(cases).toHaveLength(1);
    expect(cases[0]).toContain('refused-guess');
  });

  test('a source that the contract does not name, and a person who comes from it', () => {
    const contract = { sources: ['app0'], destinations: [], kinds: [], hours: [] };
    const cases = casesOf(used(20, 'PC3', 'person3'), { contracts: new Map([[ACCOUNT, contract]]) });
    expect(cases).toHaveLength(1);
    expect(cases[0]![0]).toBe('outside-contract');
    expect(cases[0]!.length).toBeGreaterThan(1);
  });
});

describe('two stories are two cases', () => {
  test('another person at another machine, at the account’s own server', () => {
    expect(casesOf([...used(20, 'PC3', 'person3'), ...used(22, 'PC9', 'person9')])).toHaveLength(2);
  });

  test('the same machine again after a week without anything', () => {
    const later = 13 + CASE_DAYS;
    expect(casesOf([...used(11, 'PC3', 'person3'), ...signedIn(later, 'PC3')])).toHaveLength(2);
  });
});
