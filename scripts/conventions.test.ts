import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Tracked and new files with one of the endings. */
const filesEnding = (...endings: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && existsSync(`${root}${path}`));

/** `path:line` of every match. */
function places(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) =>
    readFileSync(`${root}${path}`, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [],
      ),
  );
}

test('the length of a day is written in one place', () => {
  const sources = filesEnding('.ts', '.tsx').filter(
    (path) =>
      !/\.(test|spec)\.tsx?$/.test(path) &&
      // Components and e2e tests do not know events; the definition itself.
      !/^(packages\/ui|e2e)\//.test(path) &&
      path !== 'packages/detection/src/time.ts',
  );
  expect(sources.length).toBeGreaterThan(1_000);
  expect(places(sources, /86_?400_?000|24 \* 3_?600_?000|24 \* 60 \* 60 \* 1_?000|= 24 \* HOUR/)).toEqual([]);
});
