import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

/**
 * Whether a text says a sentence in much the same words: within twice its length, two thirds of its words and all of its
 * numbers. A text may be reworded, and a test renamed, without a change of the claims; a figure may not.
 */
function says(text: string, sentence: string): boolean {
  const sought = new Set(wordsOf(sentence));
  const numbers = [...sought].filter((word) => /^\d/.test(word));
  const words = wordsOf(text);
  const width = 2 * sought.size + 2;
  const counts = new Map<string, number>();
  for (const [at, word] of words.entries()) {
    if (sought.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const left = words[at - width];
    if (left !== undefined && counts.has(left)) {
      if (counts.get(left) === 1) counts.delete(left);
      else counts.set(left, counts.get(left)! - 1);
    }
    if (counts.size >= (sought.size * 2) / 3 && numbers.every((number) => counts.has(number))) return true;
  }
  return false;
}

const rows = read('docs/claims.md')
  .split('\n')
  .filter((line) => line.startsWith('| “'))
  .map((line) => line.slice(2, -2).split(' | ') as [claims: string, file: string, truth: string]);

const quoted = (cell: string) => [...cell.matchAll(/“([^”]+)”/g)].map((match) => match[1] ?? '');

describe.each(rows)('%s', (claims, file, truth) => {
  test('is in the file that says it', () => {
    const text = read(file.replaceAll('`', ''));
    expect(quoted(claims).filter((claim) => !says(text, claim))).toEqual([]);
  });

  test('is backed by an existing test, or a decision says why not', () => {
    const proofs = truth.split(/(?<=[`”)]); /);
    for (const proof of proofs) {
      const decision = /^\[\d{4}\]\((decisions\/[^)]+)\)$/.exec(proof)?.[1];
      if (decision !== undefined) {
        expect(existsSync(join(root, 'docs', decision)), proof).toBe(true);
        continue;
      }
      const [, path = '', name = ''] = /^`([^`]+)`(?: “([^”]+)”)?$/.exec(proof) ?? [];
      expect(path, proof).not.toBe('');
      const text = read(path);
      expect(text, proof).toMatch(/\b(?:test|it)\b/);
      expect(name === '' || says(text, name), proof).toBe(true);
    }
  });
});

test('every row was read, and every email and public page has one', () => {
  expect(rows.every((row) => row.length === 3)).toBe(true);
  const named = new Set(rows.map(([, file]) => file.replaceAll('`', '')));
  const emails = globSync('packages/emails/src/templates/*.tsx', { cwd: root });
  const pages = new Set(
    globSync('apps/web/src/screens/marketing/**/*.tsx', { cwd: root })
      .filter((path) => /export const meta\b|export function meta\b/.test(read(path)))
      .map(dirname),
  );
  expect(emails.length).toBeGreaterThan(10);
  expect(pages.size).toBeGreaterThan(4);
  expect(emails.filter((path) => !named.has(path))).toEqual([]);
  expect([...pages].filter((folder) => ![...named].some((path) => path.startsWith(`${folder}/`)))).toEqual(
    [],
  );
});

test('a claim may be reworded, and neither its figure nor its sense may change', () => {
  const claim = 'Events are stored for 365 days and then deleted day by day.';
  expect(says(`<p>{'Events'} are kept for 365 days, then deleted day by day</p>`, claim)).toBe(true);
  expect(says('Events are stored for 30 days and then deleted day by day.', claim)).toBe(false);
  expect(says('Cases are stored until an admin removes them, 365 at most.', claim)).toBe(false);
  expect(says(`Events ${'and so on '.repeat(20)}are stored for 365 days`, claim)).toBe(false);
});
