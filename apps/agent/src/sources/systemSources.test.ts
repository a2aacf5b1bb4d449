import { expect, it } from 'vitest';
import { detectLogs, findingsInWords, type Machine, systemSources } from './systemSources.ts';

const linux = (...paths: string[]): Machine => ({
  platform: 'linux',
  exists: (path) => paths.includes(path),
  isFilled: (folder) => paths.includes(folder),
  mayRead: (path) => paths.includes(path),
});
const closed = (...paths: string[]): Machine => ({ ...linux(...paths), mayRead: () => false });
const [journal, secure, folder] = ['/var/log/journal', '/var/log/secure', '/var/log/audit'];
const audit = `${folder}/audit.log`;

it.each([
  [linux(journal), ['journald:']],
  [linux(secure, folder), [`authlog:${secure}`, `audit:${audit}`]],
  [{ ...linux(), platform: 'win32' as const }, ['windows:', 'windows:System']],
  [{ ...linux(), platform: 'darwin' as const }, ['macos:']],
])('what a machine has is read', (machine, sources) => {
  expect(systemSources(machine)).toEqual(sources);
});

it.each([
  [linux(journal), /^found on this machine: the systemd journal; no log of auditd, so starts/],
  [
    linux(journal, folder, audit),
    /^found on this machine: the systemd journal, \/var\/log\/audit\/audit.log$/,
  ],
  [linux(secure, folder), /\/var\/log\/secure; no systemd journal; .*audit.log does not exist yet/],
  [closed(secure, folder), /secure may not be read by this user.*audit.log may not be read by this user/],
  [{ ...linux(), platform: 'win32' as const }, /^found on this machine: the Security log, the System log$/],
  [
    { ...linux(), platform: 'darwin' as const },
    /the unified log; no log that a service may read has process/,
  ],
])('what was found, and what was not, is said', (machine, words) => {
  const findings = detectLogs(machine);
  expect(findings.hasLogons).toBe(true);
  expect(findingsInWords(findings)).toMatch(words);
});

it('a Linux machine without a journal and without a log of sign-ins says so, and what works', () => {
  expect(systemSources(linux())).toEqual(['authlog:/var/log/auth.log']);
  const findings = detectLogs(linux());
  expect(findings.hasLogons).toBe(false);
  expect(findingsInWords(findings)).toMatch(
    /nothing to read; neither a systemd journal nor .*--source file:PATH.*--source authlog:PATH/,
  );
});
