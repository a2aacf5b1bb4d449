import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserTestsOf } from './browserTests.mjs';
import { OptionError } from './testOptions.mjs';
import { environment, root, step } from './toolchain.mjs';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const lines = (text) => text.split('\n').filter(Boolean);

/** The commit to compare with: where HEAD left `revision`, or the main branch if none is named. Throws an OptionError. */
export function baseOf(revision) {
  for (const name of revision === '' ? ['origin/main', 'main', 'origin/HEAD'] : [revision]) {
    try {
      return git('merge-base', 'HEAD', name).trim();
    } catch {
      // The next name.
    }
  }
  throw new OptionError(
    revision === ''
      ? '--changed finds no main branch; name a revision: --changed HEAD~1'
      : `--changed: git knows no revision ${revision} with a common history`,
  );
}

/** Files that differ from a commit, new ones too. */
export const changedSince = (base) => [
  ...lines(git('diff', '--name-only', '--no-renames', base)),
  ...lines(git('ls-files', '--others', '--exclude-standard')),
];

/** A test that reads files or runs programs: its imports do not say what it depends on. */
const READS = /'node:(fs|fs\/promises|child_process)'|import\.meta\.glob|\?raw'/;
/** Programs under test are started by their path, not imported: the server, the agent and what they consist of. */
const RUNS = /^(apps\/(server|agent)\/|packages\/(?!ui\/)|db\/)/;

export const isUnitTest = (path) => /\.test\.tsx?$/.test(path) && !/\.(db|it)\.test\.ts$/.test(path);

/**
 * The tests that a change touches, by stage.
 * @param {object} input
 * @param {readonly string[]} input.changed changed files
 * @param {readonly string[]} input.related tests that import a changed file, directly or not
 * @param {readonly string[]} input.every every test, browser tests too
 * @param {(path: string) => string} input.read
 */
export function selectTests({ changed, related, every, read }) {
  const isRelated = new Set([...related, ...changed]);
  const hasSql = changed.some((path) => path.startsWith('db/'));
  const runsProgram = changed.some((path) => RUNS.test(path) && !/\.test\.tsx?$|\.md$/.test(path));
  return {
    unit: every.filter((path) => isUnitTest(path) && (isRelated.has(path) || READS.test(read(path)))),
    database: every.filter((path) => path.endsWith('.db.test.ts') && (hasSql || isRelated.has(path))),
    browser: browserTestsOf(
      changed,
      every.filter((path) => path.startsWith('e2e/')),
    ),
    integration: every.filter((path) => path.endsWith('.it.test.ts') && (runsProgram || isRelated.has(path))),
  };
}

/** Every test of the repository, new ones too. */
export const everyTest = () =>
  lines(git('ls-files', '--cached', '--others', '--exclude-standard'))
    .filter((path) =>
      /^(packages|apps|bench|scripts|db|docs)\/.*\.test\.tsx?$|^e2e\/[^/]+\.spec\.ts$/.test(path),
    )
    .filter((path) => existsSync(join(root, path)))
    .sort();

/** Tests of Vitest that import a file that changed since `base`, by Vitest's graph of modules. */
async function relatedTo(base) {
  const folder = mkdtempSync(join(tmpdir(), 'scout-related-'));
  const file = join(folder, 'files.json');
  try {
    await step(
      'Tests that import changed files',
      'vitest',
      ['list', '--filesOnly', `--json=${file}`, '--changed', base],
      { env: environment },
    );
    return JSON.parse(readFileSync(file, 'utf8')).map(({ file }) => file.replace(`${root}/`, ''));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The tests that the changes since `base` touch, by stage. */
export async function testsSince(base) {
  return selectTests({
    changed: changedSince(base),
    related: await relatedTo(base),
    every: everyTest(),
    read: (path) => readFileSync(join(root, path), 'utf8'),
  });
}
