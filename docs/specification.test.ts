import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const specification = read('docs/specification.md');

/** The text under each heading `## N. …`, by its number. */
const sections = new Map(
  specification.split(/^## /m).flatMap((text) => {
    const number = /^(\d+)\. /.exec(text)?.[1];
    return number === undefined ? [] : [[number, text] as const];
  }),
);

const sources = globSync('{apps,packages,db,docs,e2e,bench,scripts}/**/*.{ts,tsx,mjs,sql,md,css}', {
  cwd: root,
  exclude: (path) => ['node_modules', 'build', '.react-router'].includes(basename(path)),
})
  .filter((path) => !path.startsWith('docs/spec'))
  .map((path) => ({ path, text: read(path) }));

interface Citation {
  readonly path: string;
  readonly section: string;
  /** Named within the section: `(spec section 2, Downloads)`. */
  readonly part?: string;
}

/** `spec section 5`, `specification's section 3`, `spec sections 5 and 8`, `sections 4 to 6`; excludes sections of an RFC. */
const citation = /(?<!RFC \d+,? )\bsections? (\d(?:(?:, | and | to )\d)*)\b(?!\.\d)(?:, ([^).;:]+)\))?/g;
const citations = sources.flatMap(({ path, text }): Citation[] =>
  // A citation may continue in the comment's next line.
  [...text.replace(/\s*\n\s*(?:\*|--|\/\/)?\s*/g, ' ').matchAll(citation)].flatMap((match) => {
    const [first, ...others] = match[1]!.match(/\d/g)!;
    const parts = match[2]?.startsWith('and ') ? [] : (match[2]?.replaceAll("'", '').split(' and ') ?? []);
    return [first!, ...others].flatMap((section) => [
      { path, section },
      ...parts.map((part) => ({ path, section, part })),
    ]);
  }),
);

describe('docs/specification.md', () => {
  test('has the sections 1 to 9', () => {
    expect([...sections.keys()]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  test('has every section that code or a document cites, and in it what the citation names', () => {
    expect(citations.length).toBeGreaterThan(100);
    const missing = citations.filter(
      ({ section, part }) =>
        !sections
          .get(section)
          ?.toLowerCase()
          .includes(part?.toLowerCase() ?? ''),
    );
    expect(missing).toEqual([]);
  });

  test('each text that it calls exact is in the product', () => {
    const plain = (text: string) => text.replaceAll(/\\?[’']/g, "'").replaceAll(/\s+/g, ' ');
    const product = sources
      .filter(({ path }) => /^(?:apps|packages)\//.test(path) && !/\.test\.tsx?$|\/test\//.test(path))
      .map(({ text }) => plain(text))
      .join('\n');
    const exact = [...plain(specification).matchAll(/"([^"]+)"/g)].flatMap(([, text]) =>
      text!.split(/\{\w+\}/).map((part) => part.trim().replace(/:$/, '')),
    );
    expect(exact.length).toBeGreaterThan(100);
    expect(exact.filter((text) => !product.includes(text))).toEqual([]);
  });
});
