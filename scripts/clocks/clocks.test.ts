import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTest, sourceFiles } from '../architecture/imports.ts';
import { allowed } from './allowed.ts';
import { clocksInSql, clocksInTypeScript } from './find.ts';

const root = join(import.meta.dirname, '../..');
const ofServer = /^(apps\/server|packages\/(cases|contract|detection|emails))\/src\//;
const typeScript = sourceFiles(root).filter((file) => ofServer.test(file) && !isTest(file));
const sql = globSync('db/migrations/**/*.sql', { cwd: root }).sort();
const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('the server decides by one clock', () => {
  it('which every other code is given, except where the list says why not', () => {
    expect(typeScript.length).toBeGreaterThan(400);
    expect(sql.length).toBeGreaterThan(10);
    const uses = [
      ...typeScript.map((file) => [file, clocksInTypeScript(file, read(file))] as const),
      ...sql.map((file) => [file, clocksInSql(read(file))] as const),
    ];
    const counted = uses.flatMap(([file, places]) => {
      const asks: Record<string, number> = {};
      for (const { how } of places) asks[how] = (asks[how] ?? 0) + 1;
      return places.length === 0 ? [] : [[file, asks] as const];
    });
    expect(Object.fromEntries(counted)).toEqual(
      Object.fromEntries(allowed.map(({ file, asks }) => [file, asks])),
    );
  });

  it('also in the SQL of browser tests, whose servers run at other dates', () => {
    const specs = globSync('e2e/*.spec.ts', { cwd: root });
    expect(specs.length).toBeGreaterThan(40);
    const uses = specs.flatMap((file) =>
      clocksInTypeScript(file, read(file)).map(({ line, how }) => `${file}:${line} ${how}`),
    );
    expect(uses.filter((place) => !/ (?:Date|new Date|Date\.now|random)\b/.test(place))).toEqual([]);
  });

  it('with a reason for each exception, and one entry for each file', () => {
    expect(new Set(allowed.map(({ file }) => file)).size).toBe(allowed.length);
    for (const { file, because } of allowed) expect(because.length, file).toBeGreaterThan(10);
  });
});

describe('asking another clock', () => {
  it.each([
    ['SELECT now() - a', 'now()'],
    ['SELECT pg_catalog.now ()', 'now ()'],
    ['WHERE day = CURRENT_DATE', 'CURRENT_DATE'],
    ['SET at = clock_timestamp()', 'clock_timestamp()'],
    ["WHERE at > 'now'::timestamptz", "'now'"],
    ['CREATE TABLE a.b (\n  at timestamptz NOT NULL DEFAULT now()\n);', 'a.b.at'],
  ])('is found in SQL: %s', (text, how) => {
    expect(clocksInSql(text).map((use) => use.how)).toEqual([how]);
  });

  it.each([
    ['const a = sql`at > now()`', 'now()'],
    ['const a = `at < $' + '{b} + current_date`', 'current_date'],
    ["client.query('SELECT localtimestamp')", 'localtimestamp'],
    ['const a = Date.now()', 'Date.now'],
    ['const a = { now: Date.now }', 'Date.now'],
    ['const a = new Date()', 'new Date()'],
    ['open({ clock: Date })', 'Date'],
    ['const a = randomUUIDv7()', 'randomUUIDv7()'],
  ])('is found in TypeScript: %s', (text, how) => {
    expect(clocksInTypeScript('a.ts', text).map((use) => use.how)).toEqual([how]);
  });

  it.each([
    'const a = clock.now() + performance.now()',
    'const a = new Date(clock.now())',
    'const a = Date.parse(b), c = Date.UTC(2026, 1)',
    'function a(b: Date): Promise<Date> { return b instanceof Date ? c(b) : d; }',
    'const a = sql`at > $' + '{now()}` // not now()',
    "type A = 'now' | 'next'",
  ])('is not found in: %s', (text) => {
    expect(clocksInTypeScript('a.ts', text)).toEqual([]);
  });

  it('is not found in a comment of SQL', () => {
    expect(clocksInSql('SELECT p_now -- not now()')).toEqual([]);
  });
});
