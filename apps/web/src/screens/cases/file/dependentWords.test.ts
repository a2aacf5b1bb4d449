import { expect, test } from 'vitest';
import { dependentWords } from './dependentWords.ts';

const none = {
  machine: 'app-bill01',
  kinds: [],
  programs: [],
  servers: [],
  persons: [],
  events: 1,
  last: '',
};

test.each([
  [{ kinds: ['logon:4', 'logon:3', 'ntlm'] }, 'Scheduled jobs, network logons'],
  [
    {
      kinds: ['process'],
      programs: ['billing.exe'],
      servers: ['prd-sql01', '192.0.2.7'],
      persons: ['d.rossi'],
    },
    'Programs · billing.exe · to PRD-SQL01, 192.0.2.7 · by d.rossi',
  ],
  [{ kinds: ['logon:99'], programs: ['\u202egnp.exe'] }, 'Other logons · ‹U+202E›gnp.exe'],
])('%j is said as %s', (state, words) => {
  expect(dependentWords({ ...none, ...state })).toBe(words);
});
