import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { findTool, missingTools, testTools } from './testTools.mjs';

const folder = mkdtempSync(join(tmpdir(), 'scout-path-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const chromiums = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** A PATH with every program of this machine except one. */
function pathWithout(name: string): string {
  const hidden = new Set(name === 'chromium' ? chromiums : [name]);
  const bin = join(folder, name);
  mkdirSync(bin);
  for (const place of (process.env.PATH ?? '').split(delimiter)) {
    let programs: string[];
    try {
      programs = readdirSync(place);
    } catch {
      continue;
    }
    for (const program of programs) {
      if (hidden.has(program)) continue;
      try {
        symlinkSync(join(place, program), join(bin, program));
      } catch {
        // Found earlier on the PATH.
      }
    }
  }
  return bin;
}

const script = join(import.meta.dirname, 'testTools.mjs');
let runs = 0;
let leftOut: string;
beforeEach(() => {
  runs += 1;
  leftOut = join(folder, `left-out-${runs}.txt`);
});

/** A browser of macOS is outside of the PATH. */
const onPath = testTools.map(({ name }) => name).filter((name) => !findTool(name, { PATH: '' }));

test.each(onPath)('%s is reported missing with its package, and fails nothing', (name) => {
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: pathWithout(name), SCOUT_LEFT_OUT: leftOut };
  delete env.SCOUT_TEST_CHROMIUM;
  const before = missingTools().map((tool) => tool.name);
  expect(missingTools(env).map((tool) => tool.name)).toEqual(
    testTools.map((tool) => tool.name).filter((each) => each === name || before.includes(each)),
  );
  const listed = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
  expect(listed.status).toBe(0);
  expect(listed.stdout).toContain(`${name} is not installed (on Debian: apt-get install `);

  const checked = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { hasTool } from ${JSON.stringify(script)}; console.log(hasTool('${name}'))`,
    ],
    { env, encoding: 'utf8' },
  );
  expect(checked.stdout).toBe('false\n');
  expect(readFileSync(leftOut, 'utf8')).toContain(`, because ${name} is not installed`);
});

test('a browser named by the environment comes before any other', () => {
  expect(findTool('chromium', { SCOUT_TEST_CHROMIUM: '/opt/browser', PATH: '' })).toBe('/opt/browser');
});

test('the headless browser comes before the full one, wherever both are installed', () => {
  const bin = join(folder, 'browsers');
  const other = join(folder, 'other-browsers');
  for (const place of [bin, other]) mkdirSync(place);
  symlinkSync(process.execPath, join(bin, 'chromium'));
  const PATH = [bin, other].join(delimiter);
  expect(findTool('chromium', { PATH })).toBe(join(bin, 'chromium'));
  symlinkSync(process.execPath, join(other, 'chromium-headless-shell'));
  expect(findTool('chromium', { PATH })).toBe(join(other, 'chromium-headless-shell'));
});
