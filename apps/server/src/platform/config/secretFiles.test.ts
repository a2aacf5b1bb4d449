import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { readSecretFiles, secretSettings } from './secretFiles.ts';
import { settings } from './settings.ts';

const secret = 'a random text of more than thirty-two characters';
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scout-secrets-'));
  writeFileSync(join(folder, 'auth'), `${secret}\r\n`);
  writeFileSync(join(folder, 'empty'), '\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('secrets in files', () => {
  it('are read without trailing line breaks from paths relative to the working directory', () => {
    expect(parseConfig({ SCOUT_AUTH_SECRET_FILE: 'auth' }, folder).authSecret).toBe(secret);
    expect(parseConfig({ SCOUT_AUTH_SECRET_FILE: join(folder, 'auth') }, '/').authSecret).toBe(secret);
    expect(parseConfig({ SCOUT_AUTH_SECRET_FILE: '' }, folder).authSecret).toBeUndefined();
  });

  it('are all reported at once without their contents if unusable', () => {
    const env = {
      SCOUT_AUTH_SECRET_FILE: 'auth',
      SCOUT_AUTH_SECRET: secret,
      SMTP_URL_FILE: 'empty',
      DATABASE_URL_FILE: 'absent',
      STRIPE_SECRET_KEY_FILE: '.',
    };
    const { faults } = readSecretFiles(env, folder);
    expect(faults).toEqual([
      'DATABASE_URL_FILE names a file that does not exist: absent',
      'SCOUT_AUTH_SECRET_FILE and SCOUT_AUTH_SECRET are both set: unset one of them',
      'SMTP_URL_FILE names a file that is empty: empty',
      'STRIPE_SECRET_KEY_FILE names a file that cannot be read (EISDIR): .',
    ]);
    expect(() => parseConfig(env, folder)).toThrow('has 4 faults');
  });

  it('follow the rules of the setting', () => {
    writeFileSync(join(folder, 'short'), 'short');
    expect(() => parseConfig({ SCOUT_AUTH_SECRET_FILE: 'short' }, folder)).toThrow(
      'SCOUT_AUTH_SECRET must have at least 32 characters',
    );
  });

  it('exist for every secret setting', () => {
    const secretOnes = Object.keys(settings.shape).filter((name) =>
      /(SECRET|TOKEN|PASSWORD|_KEY|SECRET_PREVIOUS)$|^(DATABASE|SMTP)_URL$/.test(name),
    );
    expect([...secretSettings].sort()).toEqual(secretOnes.sort());
  });
});
