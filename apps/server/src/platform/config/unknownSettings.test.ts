import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { secretSettings } from './secretFiles.ts';
import { settings } from './settings.ts';
import { unknownSettings } from './unknownSettings.ts';

const documents = ['operations', 'settings']
  .map((name) => readFileSync(join(import.meta.dirname, `../../../../../docs/${name}.md`), 'utf8'))
  .join('\n');

test.each([
  ['SCOUT_DRAIN_SECOND', 'SCOUT_DRAIN_SECONDS'],
  ['SCOUT_DATADIR', 'SCOUT_DATA_DIR'],
  ['SCOUT_AUTH_SECRETS', 'SCOUT_AUTH_SECRET'],
  ['SCOUT_AUTHSECRET_FILE', 'SCOUT_AUTH_SECRET_FILE'],
  ['SCOUT_QUOTA_EVENTS_PER_SECONDS', 'SCOUT_QUOTA_EVENTS_PER_SECOND'],
  ['scout_drain_seconds', 'SCOUT_DRAIN_SECONDS'],
])('%s is named with the setting it may mean, %s', (name, meant) => {
  expect(unknownSettings({ [name]: 'a value' })).toEqual([
    `${name} is not a setting and is ignored; did you mean ${meant}?`,
  ]);
});

test('a name that resembles no setting is named, too', () => {
  expect(unknownSettings({ SCOUT_COLOR_OF_THE_SKY: 'blue' })).toEqual([
    'SCOUT_COLOR_OF_THE_SKY is not a setting and is ignored; docs/settings.md lists all settings',
  ]);
});

test('neither settings, nor the files of secret ones, nor variables of other programs are named', () => {
  const names = [
    ...Object.keys(settings.shape),
    ...secretSettings.map((name) => `${name}_FILE`),
    ...(documents.match(/\bSCOUT_[A-Z_]*[A-Z]\b/g) ?? []),
    'SCOUT_TEST_SEED',
    'SCOUT_SERVICE_HOST',
    'SCOUT_SERVICE_PORT_HTTP',
    'SCOUT_PORT',
    'SCOUT_PORT_8080_TCP_ADDR',
    'SCOUT_POSTGRES_SERVICE_HOST',
    'SCOUTING',
    'PATH',
  ];
  // The document's example of a misspelt one.
  const spelled = names.filter((name) => name !== 'SCOUT_DRAIN_SECOND');
  expect(unknownSettings(Object.fromEntries(spelled.map((name) => [name, 'x'])))).toEqual([]);
});
