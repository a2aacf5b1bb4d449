import { expect, it } from 'vitest';
import { type Machine, systemProblem, systemSources } from './systemSources.ts';

const linux = (...paths: string[]): Machine => ({
  platform: 'linux',
  exists: (path) => paths.includes(path),
  isFilled: (folder) => paths.includes(folder),
});

it.each([
  [linux('/var/log/journal'), ['journald:']],
  [linux('/var/log/secure', '/var/log/audit'), ['authlog:/var/log/secure', 'audit:/var/log/audit/audit.log']],
  [{ ...linux(), platform: 'win32' as const }, ['windows:', 'windows:System']],
  [{ ...linux(), platform: 'darwin' as const }, ['macos:']],
])('what a machine has is read, without a word about it', (machine, sources) => {
  expect([systemSources(machine), systemProblem(machine)]).toEqual([sources, null]);
});

it('a Linux machine without a journal and without a log of sign-ins says so, and what works', () => {
  expect(systemSources(linux())).toEqual(['authlog:/var/log/auth.log']);
  expect(systemProblem(linux())).toMatch(/neither a systemd journal nor .*--source file:PATH/);
});
