import { expect, test } from 'vitest';
import { absenceOf } from './absence.ts';

const path = 'windows/scout-agent-latest.exe';
const release = { files: [{ path }] };

test('a package of the release is not absent, whatever is being built', () => {
  for (const build of ['idle', 'building', 'failed', undefined] as const)
    expect(absenceOf(path, release, build)).toBeNull();
});

test.each([
  [undefined, 'idle', 'Looking for the package...'],
  [null, undefined, 'Looking for the package...'],
  [null, 'building', 'Being built'],
  [{ files: [] }, 'building', 'Being built'],
  [null, 'failed', 'The build failed'],
  [{ files: [] }, 'idle', 'Not on this server'],
] as const)('release %j, build %s: %s', (there, build, title) => {
  expect(absenceOf(path, there, build)?.title).toBe(title);
});
