import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('{docs,packages,apps}/**/*.md', { cwd: root }),
].filter((path) => !path.includes('node_modules') && existsSync(join(root, path)));
/** Scripts of the root and of every workspace run with `-w`. */
const scripts = new Set(
  ['package.json', ...globSync('{packages,apps}/*/package.json', { cwd: root })].flatMap((path) =>
    Object.keys((JSON.parse(readFileSync(join(root, path), 'utf8')) as { scripts?: object }).scripts ?? {}),
  ),
);

/** Words in code style, indented blocks and link targets that look like a path of this repository. */
function pathsIn(text: string): string[] {
  const found = [
    ...text.matchAll(/(?<![\w/.-])((?:apps|packages|db|docs|e2e|bench|scripts|\.ci)\/[\w./-]*[\w/])/g),
  ];
  return found.map((match) => match[1] ?? '');
}

function commandsIn(text: string): string[] {
  const run = [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map((match) => match[1] ?? '');
  const short = [...text.matchAll(/npm (start|test)\b/g)].map((match) => match[1] ?? '');
  return [...run, ...short];
}

/** Anchors of the headings, as GitHub makes them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(documents)('%s', (path) => {
  const text = readFileSync(join(root, path), 'utf8');

  test('names only files that exist', () => {
    expect(pathsIn(text).filter((found) => !existsSync(join(root, found)))).toEqual([]);
  });

  test('names only commands that exist', () => {
    expect(commandsIn(text).filter((name) => !scripts.has(name))).toEqual([]);
  });

  test('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !existsSync(join(root, path, '..', link)))).toEqual([]);
  });

  test('links only to headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#]*)#([^)]+)\)/g)];
    const missing = links.filter(([, file, heading]) => {
      const target = file ? join(root, path, '..', file) : join(root, path);
      return target.endsWith('.md') && !headingsOf(readFileSync(target, 'utf8')).includes(heading!);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });
});

const decisions = globSync('docs/decisions/*.md', { cwd: root }).filter(
  (file) => !file.endsWith('/README.md'),
);

test('every decision has its own number, and its title begins with it', () => {
  const numbers = decisions.map((file) => /(\d{4})-[^/]+$/.exec(file)?.[1]);
  expect(new Set(numbers).size).toBe(decisions.length);
  const titled = (file: string) =>
    readFileSync(join(root, file), 'utf8').startsWith(`# ${/\d{4}/.exec(file)?.[0]} `);
  expect(decisions.filter((file) => !titled(file))).toEqual([]);
});

test('every decision has its date and status below its title', () => {
  const form =
    /^# .+\n\nDate: 20\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) · Status: (?:accepted|(?:accepted, in part )?replaced by \[\d{4}\]\([^)]+\))\n\n/;
  const without = decisions.filter((file) => !form.test(readFileSync(join(root, file), 'utf8')));
  // Format of the third line: Date: 2026-11-22 · Status: accepted
  expect(without).toEqual([]);
});

test('every decision is a page of its subject, in the index, and there are at most 47', () => {
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8');
  expect(decisions.length).toBeLessThanOrEqual(47);
  expect(decisions.filter((file) => index.split(`(${basename(file)})`).length !== 2)).toEqual([]);
  const long = decisions.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 81);
  expect(long, 'of more than 80 lines').toEqual([]);
});

test('every number of a decision that code and documents cite is that of a page', () => {
  const numbers = new Set(decisions.map((file) => basename(file).slice(0, 4)));
  const cited = globSync('{apps,packages,db,docs,e2e,bench,scripts}/**/*.{ts,tsx,mjs,sql,md}', {
    cwd: root,
    exclude: (path) => ['node_modules', 'build', '.react-router'].includes(basename(path)),
  }).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bdecisions?(?:\/| \[?)(\d{4})\b/gi)].map(
      ([, number]) => ({ path, number: number! }),
    ),
  );
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([]);
});
