import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** As displayed: JSX may break lines anywhere. */
const flat = (text: string) => text.replaceAll("{' '}", ' ').replaceAll(/\s+/g, ' ');

const rows = read('docs/claims.md')
  .split('\n')
  .filter((line) => line.startsWith('| “'))
  .map((line) => line.slice(2, -2).split(' | ') as [claims: string, file: string, truth: string]);

const quoted = (cell: string) => [...cell.matchAll(/“([^”]+)”/g)].map((match) => match[1] ?? '');

describe.each(rows)('%s', (claims, file, truth) => {
  test('is in the file that says it', () => {
    const text = flat(read(file.replaceAll('`', '')));
    expect(quoted(claims).filter((claim) => !text.includes(claim))).toEqual([]);
  });

  test('is backed by an existing test, or a decision says why not', () => {
    const proofs = truth.split(/(?<=[`”)]); /);
    for (const proof of proofs) {
      const decision = /^\[\d{4}\]\((decisions\/[^)]+)\)$/.exec(proof)?.[1];
      if (decision !== undefined) {
        expect(existsSync(join(root, 'docs', decision)), proof).toBe(true);
        continue;
      }
      const [, path = '', name] = /^`([^`]+)`(?: “([^”]+)”)?$/.exec(proof) ?? [];
      expect(path, proof).not.toBe('');
      const text = read(path);
      expect(text, proof).toMatch(/\b(?:test|it)\b/);
      if (name !== undefined) expect(text, proof).toContain(name);
    }
  });
});

test('every row was read, and every mail and public page has one', () => {
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.every((row) => row.length === 3)).toBe(true);
});
