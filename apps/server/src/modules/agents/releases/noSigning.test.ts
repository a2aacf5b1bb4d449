import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
);
/** Functions of node:crypto that create, read or use a private key. */
const signing = /\b(sign|createSign|createPrivateKey|generateKeyPair|generateKeyPairSync|generateKeySync)\b/;

it('the server imports no signing code, and no build code that signs', () => {
  expect(files.length).toBeGreaterThan(100);
  for (const path of files) {
    const text = readFileSync(join(source, path), 'utf8');
    for (const [, names] of text.matchAll(/import\s*\{([^}]*)\}\s*from\s*'node:crypto'/g))
      expect(names, path).not.toMatch(signing);
    // From Web Crypto, only hashing.
    expect(text, path).not.toMatch(/\bsubtle\s*(?!\.digest\(|[\s,}])|\bsubtle\s+as\b/);
    expect(text, path).not.toMatch(/from '@scout\/agent-release\/(signing|releaseFolder|testing)/);
    expect(text, path).not.toMatch(/import\s*(\*|\w+)[^;]*from 'node:crypto'|import\('node:crypto'\)/);
  }
});
