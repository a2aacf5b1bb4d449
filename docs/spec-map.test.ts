import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const map = readFileSync(join(root, 'docs/spec-map.md'), 'utf8');
const specification = readFileSync(join(root, 'docs/specification.md'), 'utf8');

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
    const empty = pathsIn(check).filter(
      (path) => !/\b(?:test|it|describe)\b/.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(empty, 'a test in each').toEqual([]);
  });

  test('every section of the specification has its own, by number', () => {
    const sections = (text: string) => [...text.matchAll(/^## (\d)\. /gm)].map((match) => match[1]);
    expect(sections(specification).length).toBe(9);
    expect(sections(map)).toEqual(sections(specification));
  });

  test('every route of the specification is named', () => {
    const table = specification.slice(
      specification.indexOf('### Routes'),
      specification.indexOf('### Protected routes'),
    );
    const routes = [...table.matchAll(/^\| (\/[^|]*?) \|/gm)].flatMap((match) =>
      (match[1] ?? '').split(', '),
    );
    expect(routes.length).toBeGreaterThan(20);
    const named = (route: string) => new RegExp(`${route === '/' ? '\\| /' : route}(?![\\w/-])`).test(map);
    expect(routes.filter((route) => !named(route))).toEqual([]);
  });
});
