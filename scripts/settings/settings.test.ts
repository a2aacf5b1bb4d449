import { readFileSync } from 'node:fs';
import {
  allowedOf,
  defaultOf,
  isInFile,
  settingEntries,
} from '@scout/server/platform/config/reference/reference';
import { secretSettings } from '@scout/server/platform/config/secretFiles';
import { settings } from '@scout/server/platform/config/settings';
import { describe, expect, it, test } from 'vitest';
import { settingsDocument } from './document.ts';

test('docs/settings.md matches the code (npm run settings writes it)', () => {
  const written = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  expect(written).toBe(settingsDocument());
});

test('every setting is in the reference, and nothing else', () => {
  expect(Object.keys(settingEntries).sort()).toEqual(Object.keys(settings.shape).sort());
});

test('every secret that can be in a file is named a secret', () => {
  const secrets = Object.entries(settingEntries).filter(([, { holds }]) => holds === 'secret');
  expect(
    secrets
      .map(([name]) => name)
      .filter(isInFile)
      .sort(),
  ).toEqual([...secretSettings].sort());
});

describe.each(Object.entries(settingEntries))('%s', (name, entry) => {
  it('has a purpose in sentences, a default, what is allowed, and an example that is accepted', () => {
    expect(entry.purpose).toMatch(/^[A-Z`].+\.$/);
    expect(defaultOf(name, entry)).not.toBe('');
    expect(allowedOf(name, entry)).not.toBe('');
    const schema = settings.shape[name as keyof typeof settings.shape];
    if (entry.example !== undefined) expect(schema.safeParse(entry.example).error).toBeUndefined();
    else expect(entry.holds).toBe('secret');
  });

  it('names a default only where the schema has none, or in other units', () => {
    const given: unknown = settings.shape[name as keyof typeof settings.shape].parse(undefined);
    if (entry.unset !== undefined && given !== undefined) expect(given).toBe(Number(entry.unset) * 1e9);
  });
});
