import { STANDARD_SETTINGS } from '@scout/detection';
import { expect, test } from 'vitest';
import { changeOf, countChanges, effectOf, namesWord } from './matchWords.ts';

const own = (entries: string[], standard = true) => ({
  ...STANDARD_SETTINGS,
  service_accounts: { standard, entries },
});

test.each([
  [own(['a1']), own(['a1']), 0],
  [own(['a1', 'b1']), own(['b1', 'c1', 'd1']), 3],
  [own([]), own(['a1'], false), 2],
  [own(['a1']), { ...own(['a1']), workstations: { standard: false, entries: ['nb*'] } }, 2],
])('changes are counted', (saved, draft, count) => {
  expect(countChanges(saved, draft)).toBe(count);
});

test('words', () => {
  expect([changeOf(3, 3), changeOf(1, 1200), namesWord(1), namesWord(0)]).toEqual([
    '3',
    '1 → 1,200',
    '1 name',
    '0 names',
  ]);
  const incidents = [
    { rule: 'failed-logons' as const, now: 1, next: 3 },
    { rule: 'ai-risk' as const, now: 0, next: 1 },
  ];
  expect(effectOf({ incidents } as never)).toBe('Incidents of all rules in 30 days: 1 → 4');
});
