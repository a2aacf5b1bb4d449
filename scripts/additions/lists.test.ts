import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { additions } from './additions.ts';
import { isListedAs, readList } from './lists.ts';

const contributing = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8');

test.each(Object.entries(additions))('%s has the files of its list, and no other', (title, edits) => {
  const { needed, conditional } = readList(contributing, title);
  const touched = edits.map(({ path }) => path);
  const isListed = (path: string) => [...needed, ...conditional].some((listed) => isListedAs(listed, path));
  expect(touched.filter((path) => !isListed(path))).toEqual([]);
  expect(needed.filter((listed) => !touched.some((path) => isListedAs(listed, path)))).toEqual([]);
});

test('a part in brackets is one name', () => {
  const listed = 'rules/<rule>/rule.ts';
  expect(isListedAs(listed, 'rules/failed-logons/rule.ts')).toBe(true);
  expect(isListedAs(listed, 'rules/failed-logons/more/rule.ts')).toBe(false);
  expect(isListedAs(listed, 'rules/failed-logons/rule_ts')).toBe(false);
});

test('a list without its title is an error', () => {
  expect(() => readList(contributing, 'A castle')).toThrow('no list of A castle');
});
