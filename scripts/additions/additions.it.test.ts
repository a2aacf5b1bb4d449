import { afterEach, beforeEach, expect, test } from 'vitest';
import { isLongRun } from '../testLength.mjs';
import { additions } from './additions.ts';
import { applyEdits, copyRepository, failureOf, removeCopy } from './scratch.ts';

/** Tests that fail when a list is not complete; in the whole length, all unit tests. */
const TESTS = isLongRun
  ? []
  : [
      'packages/detection/src/catalogue',
      'packages/detection/src/rules',
      'packages/contract/src/contract.test.ts',
      'packages/contract/src/agentConfiguration.test.ts',
      'apps/agent/src/sources/parseSource.test.ts',
      'apps/server/src/modules.test.ts',
      'apps/server/src/modules/alerts/formats',
      'apps/web/src/conventions.test.ts',
      'apps/web/src/routes.test.ts',
      'docs/permissions.test.ts',
      'docs/spec-map.test.ts',
      'scripts/browserTests.test.ts',
      'scripts/detections',
      'scripts/architecture',
    ];

type Title = keyof typeof additions;
const titles = Object.keys(additions) as Title[];
/** All additions together; in the whole length, each one alone as well. */
const runs: [name: string, Title[]][] = [
  ['all of them', titles],
  ...(isLongRun ? titles.map((title): [string, Title[]] => [title, [title]]) : []),
];

let folder = '';
beforeEach(() => {
  folder = copyRepository();
});
afterEach(() => removeCopy(folder));

test.each(runs)('%s: the checks pass in a copy of the repository', { timeout: 1_200_000 }, (_, chosen) => {
  const edits = chosen.flatMap((title) => additions[title]);
  applyEdits(folder, edits);
  const sources = edits.map(({ path }) => path).filter((path) => /\.(?:tsx?|mjs)$/.test(path));
  const checks: [program: string, ...string[]][] = [
    ['node', '--conditions', 'development', 'scripts/detections/write.ts'],
    ['biome', 'check', '--error-on-warnings', ...sources],
    ['tsc', '-p', 'tsconfig.json'],
    ['tsc', '-p', 'tsconfig.web.json'],
    ['vitest', 'run', '--project', 'unit', ...TESTS],
  ];
  for (const [program, ...args] of checks) expect(failureOf(folder, program, args), program).toBe('');
});
