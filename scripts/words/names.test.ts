import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namesOfTypeScript, wordsOfName } from './names.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Words of the table in docs/style.md whose rows have two cells. */
const words = new Set(
  read('docs/style.md')
    .split('\n')
    .flatMap((line) => /^\| [^|]+ \| ([^|]+) \|$/.exec(line)?.[1]?.split(', ') ?? [])
    .filter((word) => word !== 'Not'),
);
const isPrivate = (name: string): boolean => wordsOfName(name).some((word) => words.has(word));

interface Kept {
  readonly because: string;
  /** Files or folders. */
  readonly in: readonly string[];
}

const REPORTS = 'apps/server/src/modules/reports/';
const FORMATS = 'apps/server/src/modules/alerts/formats/';
const SCHEMA = 'apps/server/src/platform/database/schema.ts';

/** Keys of objects and types that others read, or that were stored. */
const KEPT: Readonly<Record<string, Kept>> = {
  asked: {
    because:
      'whom reviews of owners ask, in calls and evidence; in the state of the assessor, whose services',
    in: [
      REPORTS,
      'apps/web/src/screens/settings/reports/owner-reviews/',
      'packages/cases/src/',
      'packages/contract/src/entities/',
    ],
  },
  asked_email: { because: 'a column', in: [REPORTS, SCHEMA] },
  asked_user_id: { because: 'a column', in: [REPORTS, SCHEMA] },
  cases_untold: {
    because: 'a call',
    in: ['apps/server/src/modules/cases/sql/alertEconomics.db.test.ts', 'packages/contract/src/entities/'],
  },
  gained: {
    because: 'the kind of a message about a case, a field of it, and a property of mails in the queue',
    in: [
      FORMATS,
      'apps/server/src/modules/alerts/jobs/deliveries.db.test.ts',
      'apps/server/src/modules/alerts/sql/content.ts',
      'apps/server/src/modules/alerts/testing/deliveringServer.ts',
      'apps/web/src/screens/settings/notifications/channels/channelWords.ts',
      'packages/emails/src/',
    ],
  },
  gaps_told: { because: 'checkpoint.json of an agent', in: ['apps/agent/src/spool/checkpoint.ts'] },
  graver: {
    because: 'the kind of a message about a case',
    in: [
      FORMATS,
      'apps/web/src/screens/settings/notifications/channels/channelWords.ts',
      'packages/emails/src/templates/CaseAlert.tsx',
    ],
  },
  graver_at: {
    because: 'a call and its column',
    in: ['apps/server/src/modules/cases/sql/cases.ts', SCHEMA, 'packages/contract/src/entities/case.ts'],
  },
  isTold: {
    because: 'the state of the assessor',
    in: ['packages/cases/src/learn/outside.ts', 'packages/cases/src/state.ts'],
  },
  told: {
    because: 'the state of the assessor',
    in: ['packages/cases/src/report/storms.ts', 'packages/cases/src/state.ts'],
  },
};

/** Names that mean what they say: rooms of a building. */
const LITERAL = new Set(['MEETING_ROOM', 'PRINT_ROOM']);

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const sources = files.filter((path) => /\.(?:m?ts|tsx|mjs)$/.test(path));
const declared = sources
  .filter((path) => !import.meta.filename.endsWith(path))
  .flatMap((path) => namesOfTypeScript(path, read(path)).map((each) => ({ path, ...each })))
  .filter(({ name }) => /^[\w$-]+$/.test(name) && isPrivate(name));
const keepsIt = ({ path, name, isKey }: (typeof declared)[number], place: string): boolean =>
  isKey && Object.hasOwn(KEPT, name) && path.startsWith(place);

describe('a name in code', () => {
  test('has no word that docs/style.md excludes', () => {
    expect(words.size).toBeGreaterThanOrEqual(9);
    expect(sources.length).toBeGreaterThan(2_000);
    const found = declared.filter(
      (each) => !LITERAL.has(each.name) && !(KEPT[each.name]?.in ?? []).some((place) => keepsIt(each, place)),
    );
    expect(found.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });

  test('that is kept is declared in each of its places', () => {
    const unused = Object.entries(KEPT).flatMap(([name, { in: places }]) =>
      places.filter((place) => !declared.some((each) => each.name === name && keepsIt(each, place))),
    );
    expect(unused).toEqual([]);
    expect([...LITERAL].filter((name) => !declared.some((each) => each.name === name))).toEqual([]);
  });

  test('of a file or folder has none either', () => {
    expect(files.filter((path) => path.split('/').some(isPrivate))).toEqual([]);
  });
});

describe('the search', () => {
  test('finds every name that is declared, and none that is only used', () => {
    const source = [
      "import { a as told1, used } from './told.ts';",
      'const { told2, key: [told3 = used.told, ...told4], ...told5 } = used;',
      'function told6({ a: told7 }: { told8: string }, told9 = told.told): told.Told { return { told2, told10: told }; }',
      'class Told11<Told12> { #told13 = 1; told14(told15) {} }',
      'type Told16 = { told17(told18: string): void } & ((told19: Told20) => void);',
      'interface Told21 { readonly told22?: Told20["told23"] }',
      'try { told24(); } catch (told25) {}',
      'for (const told26 of (told27) => told28) {}',
    ].join('\n');
    const names = namesOfTypeScript('a.ts', source);
    const numbers = names.flatMap(({ name }) => /told(\d+)$/i.exec(name)?.[1] ?? []).map(Number);
    expect(numbers.sort((a, b) => a - b)).toEqual(
      [...Array(28).keys()].map((n) => n + 1).filter((n) => ![20, 23, 24, 28].includes(n)),
    );
    expect(names.filter(({ isKey }) => isKey).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['told2', 'told8', 'told10', 'told14', 'told17', 'told22']),
    );
    expect(names.find(({ name }) => name === 'Told16')?.line).toBe(5);
  });

  test('knows words in every notation', () => {
    expect(
      ['isTold', 'TOLD_NAME', 'gaps_told', 'HTTPTold', 'told-off.ts', 'toldYou'].filter(isPrivate),
    ).toEqual(['isTold', 'TOLD_NAME', 'gaps_told', 'HTTPTold', 'told-off.ts', 'toldYou']);
    expect(['tolderance', 'masked', 'bathroom', 'again'].filter(isPrivate)).toEqual([]);
  });
});
