import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { EVENTS, nameOfEvent, typeOfEvent, WINDOWS_EVENTS } from './events.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const SUPPORT = /\.test\.tsx?$|(^|\/)(node_modules|dist|build|testing|testkit|test|gallery|\.[^/]+)(\/|$)/;

/** Files that write an id themselves, and the reason for it. */
const ALLOWED: Readonly<Record<string, string>> = {
  'apps/agent/src/cli/program.ts': 'an example in a help text',
  'apps/agent/src/sources/parseSource.ts': 'an example in an error',
  'apps/web/src/screens/marketing/landing/detection/AlertMatcher.tsx': 'words of the site',
  'apps/web/src/screens/marketing/landing/detection/Detection.tsx': 'words of the site',
  'apps/web/src/screens/marketing/landing/detection/samples.ts': 'rows that a visitor edits',
  'apps/web/src/screens/marketing/landing/industries/industryData.ts': 'words of the site',
  'apps/web/src/screens/settings/agent/fleet/reasons.ts': 'words for a person',
  'apps/web/src/screens/settings/agent/groups/ConfigureDialog.tsx': 'an example in a hint',
  'packages/contract/src/agentConfiguration.ts': 'an example in an error',
  'packages/detection/src/siteMatcher/alerts.ts': 'the site loads no catalog',
  'scripts/additions/additions.ts': 'texts of an addition by a test',
};

/** Without comments, which may name an id that Windows' documents use. */
const codeOf = (path: string): string =>
  readFileSync(`${root}${path}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

test('an id of the catalog stands nowhere else', () => {
  const sources = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}', 'scripts/**/*.ts'], {
    cwd: root,
  }).filter((path) => !SUPPORT.test(path) && path !== 'packages/detection/src/catalogue/events.ts');
  expect(sources.length).toBeGreaterThan(1_000);
  // 104 is a common number.
  const ids = WINDOWS_EVENTS.map(({ id }) => id).filter((id) => id > 1_000);
  const written = new RegExp(`(?<![\\d.#-])(?:${ids.join('|')})(?![\\d.])`);
  const found = sources.filter((path) => written.test(codeOf(path)));
  expect(found.toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
});

test('an event has one id, one name and one stored type', () => {
  expect(new Set(WINDOWS_EVENTS.map(({ id }) => id)).size).toBe(WINDOWS_EVENTS.length);
  expect(new Set(WINDOWS_EVENTS.map(typeOfEvent)).size).toBe(WINDOWS_EVENTS.length);
  expect(nameOfEvent('WINDOWS_SECURITY_4738')).toBe('Account changed');
  expect(nameOfEvent('Service Control Manager/7045')).toBe(EVENTS.newService.name);
  expect(nameOfEvent('Other/4738')).toBeUndefined();
});
