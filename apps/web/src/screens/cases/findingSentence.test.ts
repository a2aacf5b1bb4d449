import { caseHeadline, caseSentence } from '@scout/cases/report/statement';
import { lastSeenOf } from '@scout/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// A day of another year reads with its year.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 23) }));
afterEach(() => void vi.useRealTimers());

const at = Date.UTC(2026, 10, 12, 8, 5);
const found = {
  sentence: 'm.keller used svc.billing: 1 session on 12 Nov at 08:05 UTC. First time.',
  statement: {
    lead: 'm.keller used svc.billing',
    unit: 'session',
    count: 1,
    first: at,
    last: at,
    why: 'First time.',
  },
  last_seen: '2026-11-12T08:05:00.000Z',
  later: null,
};
const last = '2026-11-22T19:43:10.000Z';
const begin = 'm.keller used svc.billing: 1 session on Nov 12 at 09:05.';

test.each([
  [found, `${begin} First time.`, found.last_seen],
  [
    { ...found, later: { events: 1, last } },
    `${begin} Since then one more event, Nov 22 20:43. First time.`,
    last,
  ],
  [
    { ...found, later: { events: 1_094, last } },
    `${begin} Since then 1,094 more events, last Nov 22 20:43. First time.`,
    last,
  ],
  [{ ...found, statement: null }, found.sentence, found.last_seen],
  [{ ...found, last_seen: '2026-11-12T08:01:00.000Z' }, `${begin} First time.`, found.last_seen],
  [
    { ...found, statement: null, later: { events: 2, last } },
    `${found.sentence} Since then 2 more events, last Nov 22 20:43.`,
    last,
  ],
])('%j reads %j', (row, sentence, seen) => {
  expect(caseSentence(row, 'Europe/Zurich')).toBe(sentence);
  const headline = row.statement === null ? sentence : sentence.replace(' First time.', '');
  expect(caseHeadline(row, 'Europe/Zurich')).toBe(headline);
  expect(lastSeenOf(row)).toBe(seen);
});
