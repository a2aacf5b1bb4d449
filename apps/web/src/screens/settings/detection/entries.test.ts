import { STANDARD_SETTINGS } from '@scout/detection';
import { expect, test } from 'vitest';
import { addEntries, draftOf, isSame } from './entries.ts';

test('what is pasted is taken apart, trimmed, and there once', () => {
  expect(addEntries('service_accounts', ['sa_*'], ' SA_*\nbatch1, batch2 ;;\r\nbatch1')).toEqual({
    entries: ['sa_*', 'batch1', 'batch2'],
    problem: null,
  });
});

test('one invalid entry keeps all out, with a message', () => {
  const { entries, problem } = addEntries('service_accounts', ['sa_*'], 'batch1\nCORP\\x_1');
  expect(entries).toEqual(['sa_*']);
  expect(problem).toContain('without its domain');
});

test('no more than the limit', () => {
  const many = Array.from({ length: 1_001 }, (_, n) => `name${n}`).join('\n');
  expect(addEntries('workstations', [], many)).toEqual({
    entries: [],
    problem: 'At most 1,000 entries are possible.',
  });
});

test('a draft is a copy, and compared by its content', () => {
  const draft = draftOf(STANDARD_SETTINGS);
  expect(isSame(draft, STANDARD_SETTINGS)).toBe(true);
  draft.workstations.entries.push('nb*1');
  expect(isSame(draft, STANDARD_SETTINGS)).toBe(false);
  expect(STANDARD_SETTINGS.workstations.entries).toEqual([]);
});
