import { describe, expect, test } from 'vitest';
import {
  caseStatement,
  joinStatements,
  type Statement,
  sentenceIn,
  sentenceOfStatement,
} from './statement.ts';

const one: Statement = {
  lead: 'm.keller used svc.billing from FIN-LAPTOP3 to open PRD-SQL01',
  unit: 'session',
  count: 1,
  first: Date.UTC(2026, 10, 12, 8, 5),
  last: Date.UTC(2026, 10, 12, 8, 5),
  why: '',
};
const later = { ...one, count: 94, first: Date.UTC(2026, 10, 13, 7), last: Date.UTC(2026, 10, 14, 19, 43) };

test.each([
  [one, '1 session on 12 Nov at 08:05 UTC.'],
  [{ ...one, count: 3, last: Date.UTC(2026, 10, 12, 9) }, '3 sessions on 12 Nov, last 09:00 UTC.'],
  [joinStatements(one, later), '95 sessions since 12 Nov, last 14 Nov 19:43 UTC.'],
  [
    { ...one, unit: 'process', count: 1_200, last: later.last },
    '1,200 processes since 12 Nov, last 14 Nov 19:43 UTC.',
  ],
])('%j ends with %s', (statement, end) => {
  expect(sentenceOfStatement(statement)).toBe(`${one.lead}: ${end}`);
});

test.each([
  [one, '1 session on Nov 12 at 09:05.'],
  [{ ...one, count: 3, last: Date.UTC(2026, 10, 12, 9) }, '3 sessions on Nov 12, last 10:00.'],
  [joinStatements(one, later), '95 sessions since Nov 12, last Nov 14 20:43.'],
  [
    { ...one, first: Date.UTC(2026, 10, 6, 23, 30), last: Date.UTC(2026, 10, 6, 23, 30) },
    '1 session on Nov 07 at 00:30.',
  ],
])('%j ends with %s in the reader’s time zone', (statement, end) => {
  expect(sentenceIn(statement, 'Europe/Zurich')).toBe(`${one.lead}: ${end}`);
});

test('of two totals the later one counts', () => {
  const first = { ...one, isTotal: true, count: 5 };
  const second = { ...later, isTotal: true, count: 9 };
  expect(joinStatements(first, second).count).toBe(9);
  expect(joinStatements(second, first).count).toBe(9);
});

describe('a case', () => {
  test('sums what its findings counted, without double counting', () => {
    const early = { ...later, count: 40, last: Date.UTC(2026, 10, 13, 9), why: 'First time.' };
    const elsewhere = { ...later, lead: 'm.keller used svc.billing to open PRD-SQL02', first: one.first + 1 };
    const statement = caseStatement(early, [one, early, later, elsewhere]);
    expect(sentenceOfStatement(statement)).toBe(
      `${one.lead}: 95 sessions since 12 Nov, last 14 Nov 19:43 UTC. First time.`,
    );
  });

  test('with a total of refusals uses the last total', () => {
    const first = { ...one, isTotal: true, count: 5 };
    const second = { ...one, isTotal: true, count: 9, last: later.last };
    expect(caseStatement(second, [one, first, second])).toEqual(second);
  });
});
