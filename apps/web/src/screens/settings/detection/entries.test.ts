import { STANDARD_SETTINGS } from '@scout/detection';
import { describe, expect, test } from 'vitest';
import { addEntries, addNames, draftOf, isSame, listedEntries } from './entries.ts';

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

test('a list shows what the draft removes and adds', () => {
  expect(listedEntries(['a1', 'b1'], ['b1', 'c1'])).toEqual([
    { entry: 'a1', state: 'removed' },
    { entry: 'b1', state: 'saved' },
    { entry: 'c1', state: 'new' },
  ]);
});

describe('names of a file', () => {
  const none = { service_accounts: [], production_servers: [], workstations: [], database_clients: [] };

  test('are added unless the draft matches them already', () => {
    const draft = draftOf(STANDARD_SETTINGS);
    draft.service_accounts.entries.push('sa_*');
    const names = {
      ...none,
      service_accounts: ['sa_billing', 'batchuser', 'svc.etl'],
      production_servers: ['FRA1'],
    };
    const result = addNames(draft, names);
    expect(result.draft.service_accounts.entries).toEqual(['sa_*', 'batchuser']);
    expect(result.draft.production_servers.entries).toEqual(['FRA1']);
    expect(result).toMatchObject({ known: { service_accounts: 2, production_servers: 0 }, problem: null });
    expect(draft.service_accounts.entries).toEqual(['sa_*']);
  });

  test('that are too many are said, with the limit', () => {
    const service_accounts = Array.from({ length: 1_001 }, (_, n) => `account${n}`);
    expect(addNames(draftOf(STANDARD_SETTINGS), { ...none, service_accounts }).problem).toBe(
      'More than 1000 entries of a kind.',
    );
  });
});
