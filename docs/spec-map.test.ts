import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const map = readFileSync(join(root, 'docs/spec-map.md'), 'utf8');
const specification = join(root, '../shared/spec.md');

/** The map's table rows as cells: row, file, test. */
const rows = map
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Row '))
  .map(
    (line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()) as [string, string, string],
  );

const pathsIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

describe('docs/spec-map.md', () => {
  test.each(rows)('%s: leads to files that exist', (_row, file, check) => {
    if (file === 'not built yet') {
      expect(check).toBe('');
      return;
    }
    expect(pathsIn(file).length, 'a file').toBeGreaterThan(0);
    expect(pathsIn(check).length, 'a test').toBeGreaterThan(0);
    const missing = [...pathsIn(file), ...pathsIn(check)].filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  test('every section of the specification has its own heading', () => {
    const sections = [...map.matchAll(/^## (\d)\./gm)].map((match) => Number(match[1]));
    expect(sections).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test.skipIf(!existsSync(specification))('every route of the specification is named', () => {
    const text = readFileSync(specification, 'utf8');
    const table = text.slice(text.indexOf('### Routes'), text.indexOf('### Protected routes'));
    const routes = [...table.matchAll(/^\| (\/[^|]*?) \|/gm)].flatMap((match) =>
      (match[1] ?? '').split(', '),
    );
    expect(routes.length).toBeGreaterThan(20);
    const named = (route: string) => new RegExp(`${route === '/' ? '\\| /' : route}(?![\\w/-])`).test(map);
    expect(routes.filter((route) => !named(route))).toEqual([]);
  });
});
