import { expect, test } from 'vitest';
import { readNarrowing, writeTime } from './narrowing.ts';

const read = (text: string) => readNarrowing(new URLSearchParams(text));

test('names and a brushed time are read from the address', () => {
  expect(read('person=m.keller&server=PRD-SQL01&from=2026-11-12T08Z&to=2026-11-12T10Z')).toEqual({
    names: { person: 'm.keller', server: 'PRD-SQL01' },
    time: { from: Date.parse('2026-11-12T08:00Z'), to: Date.parse('2026-11-12T10:00Z') },
  });
});

test.each([
  'from=2026-11-12T08Z',
  'from=2026-11-12T10Z&to=2026-11-12T08Z',
  'from=2026-11-12T08Z&to=2026-11-12T08Z',
  'from=2026-11-12&to=2026-11-13',
  'from=2026-19-12T08Z&to=2026-19-13T08Z',
  "from=2026-11-12T08Z'&to=x",
  `person=${'x'.repeat(1025)}&source=%20`,
])('%s counts as missing', (text) => {
  expect(read(text)).toEqual({ names: {}, time: null });
});

test('a time is written in full hours and removed again', () => {
  const params = new URLSearchParams('event=x');
  writeTime(params, { from: Date.parse('2026-11-12T07:40Z'), to: Date.parse('2026-11-12T09:59Z') });
  expect(params.toString()).toBe('event=x&from=2026-11-12T08Z&to=2026-11-12T10Z');
  writeTime(params, null);
  expect(params.toString()).toBe('event=x');
});
