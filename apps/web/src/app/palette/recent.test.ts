import { expect, test } from 'vitest';
import { parseRecent, recentFirst, withRecent } from './recent.ts';

test('the entry that was chosen last is the first, once, and there are five at most', () => {
  let text: string | null = null;
  for (const id of ['a', 'b', 'c', 'a', 'd', 'e', 'f']) text = withRecent(text, 't1', id);
  expect(parseRecent(text, 't1')).toEqual(['f', 'e', 'd', 'a', 'c']);
});

test('another organization’s or unreadable entries are ignored', () => {
  expect(parseRecent(withRecent(null, 't1', 'account svc.billing'), 't2')).toEqual([]);
  for (const text of [null, '', '{', '[]', '7', '{"tenantId":"t1","ids":"a"}'])
    expect(parseRecent(text, 't1')).toEqual([]);
  expect(parseRecent('{"tenantId":"t1","ids":["a",7]}', 't1')).toEqual(['a']);
});

test('recent entries are on top and nowhere else, unavailable ones are left out', () => {
  const command = (id: string) => ({ id, label: id, run: () => {} });
  const groups = [
    { label: 'On this page', items: [command('Close case…')] },
    { label: 'Go to', items: [command('Overview'), command('Cases')] },
  ];
  const shown = recentFirst(groups, ['Cases', 'Acknowledge case', 'Close case…']);
  expect(shown.map(({ label, items }) => [label, items.map(({ id }) => id)])).toEqual([
    ['Recent', ['Cases', 'Close case…']],
    ['Go to', ['Overview']],
  ]);
  expect(recentFirst(groups, [])).toEqual(groups);
});
