import { expect, test } from 'vitest';
import { actionWords, detailWords } from './auditWords.ts';

test.each([
  ['signed_in', 'Signed in'],
  ['invite_accepted', 'Invite accepted'],
  ['', ''],
])('the action %j reads %j', (action, words) => {
  expect(actionWords({ action })).toBe(words);
});

test('names of details are words, their values stay', () => {
  expect(detailWords({ details: { organization_name: 'under_score', cases: [1] } })).toBe(
    'organization name: under_score, cases: [1]',
  );
  expect(detailWords({ details: {} })).toBe('');
});
