import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
);
/** Functions of node:crypto that create, read or use a private key. */
const signing = /\b(sign|createSign|createPrivateKey|generateKeyPair|generateKeyPairSync|generateKeySync)\b/;

/** Signs the configurations of an organization's machines with a key of its own, made by the server (decision 0625). */
const configurations = 'modules/agents/fleet/configurationKey.ts';

/** Signs requests to an organization's identity provider with a key of its own, made by the server (decision 0101). */
const requests = 'modules/auth/sso/saml/ownKey.ts';

/** Signs as an authenticator of a person does, in tests. */
const authenticator = 'modules/auth/testing/authenticator.ts';

it('the server imports no signing code but that of configurations and of requests over SAML, and no build code that signs', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files).toEqual(expect.arrayContaining([configurations, requests, authenticator]));
  for (const path of files) {
    if ([configurations, requests, authenticator].includes(path)) continue;
    const text = readFileSync(join(source, path), 'utf8');
    for (const [, names] of text.matchAll(/import\s*\{([^}]*)\}\s*from\s*'node:crypto'/g))
      expect(names, path).not.toMatch(signing);
    // From Web Crypto, only hashing.
    expect(text, path).not.toMatch(/\bsubtle\s*(?!\.digest\(|[\s,}])|\bsubtle\s+as\b/);
    expect(text, path).not.toMatch(/from '@scout\/agent-release\/(signing|releaseFolder|testing)/);
    expect(text, path).not.toMatch(/import\s*(\*|\w+)[^;]*from 'node:crypto'|import\('node:crypto'\)/);
  }
});

it('only single sign-on reaches the key of its requests', () => {
  const importers = files.filter((path) => readFileSync(join(source, path), 'utf8').includes('/ownKey.ts'));
  expect(importers.filter((path) => !path.startsWith('modules/auth/sso/'))).toEqual([]);
  expect(importers.length).toBeGreaterThan(2);
});

it('only tests reach the authenticator of tests', () => {
  const importers = files.filter((path) =>
    readFileSync(join(source, path), 'utf8').includes('/authenticator.ts'),
  );
  expect(importers.filter((path) => !path.includes('testing/'))).toEqual([]);
});

it('only an organization’s configurations reach that code, and no release', () => {
  const importers = files.filter((path) =>
    readFileSync(join(source, path), 'utf8').includes('configurationKey.ts'),
  );
  expect(importers).toEqual(['modules/agents/sql/configurations.ts']);
});
