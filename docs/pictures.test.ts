import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const made = ['node_modules', 'build', '.react-router', 'test-results'];
const files = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (path) => made.includes(basename(path)) }).sort();

const pictures = files('{docs,apps,packages,e2e,bench,scripts,db}/**/*.{png,jpg,jpeg,webp,avif,gif,svg,ico}');
const texts = [
  'README.md',
  'CONTRIBUTING.md',
  ...files('{docs,apps,packages,e2e}/**/*.{md,ts,tsx,css,html,webmanifest}'),
].map((path) => readFileSync(join(root, path), 'utf8'));

test('every picture is referenced by a document or by code', () => {
  expect(pictures).not.toEqual([]);
  expect(pictures.filter((path) => !texts.some((text) => text.includes(basename(path))))).toEqual([]);
});

test('pictures in docs are shown by a document', () => {
  const documents = ['README.md', ...files('docs/**/*.md')].map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
  const shown = (path: string) => documents.some((text) => text.includes(`pictures/${basename(path)})`));
  expect(pictures.filter((path) => path.startsWith('docs/') && !shown(path))).toEqual([]);
});

test('pictures weigh less than 2 MB together', () => {
  const bytes = pictures.map((path) => statSync(join(root, path)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
});

test('all other pictures go to an ignored folder', () => {
  const taking = readFileSync(join(root, 'e2e/pictures.ts'), 'utf8');
  const folder = /out: \{ type: 'string', default: '([^']+)' \}/.exec(taking)?.[1];
  expect(readFileSync(join(root, '.gitignore'), 'utf8').split('\n')).toContain(`/${folder}/`);
});
