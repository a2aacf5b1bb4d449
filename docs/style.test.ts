import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Text, textsOfMarkdown, textsOfTypeScript } from '../scripts/words/find.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const plain = (text: string) => text.replaceAll('’', "'").replaceAll(/\s+/g, ' ');

interface Term {
  readonly term: string;
  readonly not: readonly string[];
}

/** Rows of the table, of three cells: term, meaning, what is not written. */
const terms: Term[] = read('docs/style.md')
  .split('\n')
  .filter((line) => /^\|.*\|$/.test(line) && !/^\| (?:Term |-)/.test(line) && !line.startsWith('|---'))
  .map((line) => line.slice(1, -1).split('|'))
  .filter((cells) => cells.length === 3)
  .map(([term = '', , not = '']) => ({
    term: term.trim(),
    not: not.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()])),
  }));

/** Texts that the specification fixes, longest first; a value ends one and begins the next. */
const specification = read('docs/specification.md');
const fixed = [
  ...plain(specification).matchAll(/"([^"]+)"/g),
  ...specification.matchAll(/^#+ (?:\d\. )?(.+)$/gm),
]
  .flatMap(([, text]) => text!.split(/\{[^}]*\}/))
  .map((text) => text.trim())
  .filter((text) => text.length > 3)
  .sort((a, b) => b.length - a.length);
/** Names that scripts call, a value that databases hold, and search terms in every spelling. */
const names = [
  'appearance color colour',
  'enrolment create',
  'enrolment list',
  'enrolment revoke',
  'restore under way',
];
const isFixed = [...fixed, ...names].map((text) => new RegExp(`(?<!\\w)${RegExp.escape(text)}(?!\\w)`, 'g'));

/** The table itself, the fixed texts, and a document that repeats texts and names of tests. */
const EXCLUDED = ['docs/style.md', 'docs/specification.md', 'docs/claims.md'];

const files = [
  ...globSync('{apps/{web,server,agent},packages/{ui,emails,cases,contract,detection,directory}}/src/**/*.{ts,tsx}', {
    cwd: root,
  }),
  ...globSync('docs/{,decisions/}*.md', { cwd: root }),
  'README.md',
].filter((path) => !/\.test\.tsx?$|\/testing\//.test(path) && !EXCLUDED.includes(path));

const textsOf = (path: string): Text[] =>
  path.endsWith('.md') ? textsOfMarkdown(read(path)) : textsOfTypeScript(path, read(path));

const patterns = terms.flatMap(({ term, not }) =>
  not.map((word) => ({
    rule: `${term}, not ${word}`,
    pattern: new RegExp(`(?<![\\w-])${RegExp.escape(plain(word))}(?![\\w-])`, 'i'),
  })),
);

/** Words of a text that the table forbids. */
const faultsOf = (text: string): string[] => {
  const free = isFixed.reduce((rest, pattern) => rest.replaceAll(pattern, '…'), plain(text));
  return patterns.filter(({ pattern }) => pattern.test(free)).map(({ rule }) => rule);
};

describe('docs/style.md', () => {
  test('is a table of terms with what is not written', () => {
    expect(terms.length).toBeGreaterThanOrEqual(25);
    expect(terms.filter(({ not }) => not.length === 0)).toEqual([]);
    expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length);
  });

  test('no text for people has a word that the table excludes', () => {
    const faults: string[] = [];
    let count = 0;
    for (const path of files)
      for (const { line, text } of textsOf(path)) {
        count++;
        for (const rule of faultsOf(text)) faults.push(`${path}:${line}: ${rule}: ${text.slice(0, 120)}`);
      }
    expect(count).toBeGreaterThan(5_000);
    expect([...new Set(faults)]).toEqual([]);
  });
});

describe('the search', () => {
  test('finds texts in elements, attributes, templates and documents, and none in code', () => {
    const source = [
      "import { a } from './Colour of a.ts';",
      'const b = `The colours of it`;',
      '// A colour in a comment.',
      'const c = <p title="A colour in a title" className="colour grey">A colour {b}{" in"} a text</p>;',
    ].join('\n');
    expect(textsOfTypeScript('a.tsx', source).map(({ line, text }) => [line, text])).toEqual(
      expect.arrayContaining([
        [2, 'The colours of it'],
        [4, 'A colour in a title'],
        [4, 'A colour {} in a text'],
      ]),
    );
    expect(
      textsOfTypeScript('a.tsx', source).filter(({ text }) => /comment|grey|Colour of/.test(text)),
    ).toEqual([]);
    const document = 'A `colour` of [a](colour.md)\nparagraph.\n\n    colour --help\n\n| a colour |\n';
    expect(textsOfMarkdown(document)).toEqual([
      { line: 1, text: 'A ________ of [a] paragraph.' },
      { line: 6, text: '| a colour |' },
    ]);
  });

  test('leaves out texts of the specification, and nothing else', () => {
    expect(faultsOf('Somebody logged on')).toEqual(['someone, everyone, not somebody']);
    expect(faultsOf('Everybody. Your account is not linked')).toHaveLength(1);
    expect(fixed).toContain('Are you sure you want to log out?');
  });
});
