import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const lines = (path: string) =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .map((line) => line.trim());
const workflow = lines('.github/workflows/test.yml');

test("the workflow's only command is the script of every other machine", () => {
  const commands = workflow.filter((line) => /^(- )?run:/.test(line));
  expect(commands).toEqual(['- run: bash .ci/run']);
  expect(lines('.ci/run').filter(Boolean).at(-1)).toBe('exec npm test');
});

test('the workflow uses actions by their major version, no secrets, and ends in time', () => {
  const actions = workflow.filter((line) => line.startsWith('- uses:'));
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((line) => !/^- uses: actions\/[a-z-]+@v\d+$/.test(line))).toEqual([]);
  expect(workflow.filter((line) => line.includes('secrets.'))).toEqual([]);
  expect(workflow.filter((line) => line.startsWith('timeout-minutes:'))).toHaveLength(1);
});
