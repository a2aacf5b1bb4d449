import { readFileSync } from 'node:fs';
import { accessKinds, contract } from '@scout/contract';
import { expect, test } from 'vitest';

const document = readFileSync(new URL('permissions.md', import.meta.url), 'utf8');
const rows = new Map(
  [...document.matchAll(/^\| ([a-z-]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, kind = '', who = '', calls = '']) => [
      kind,
      { who: who.trim(), calls: [...calls.matchAll(/`([^`]+)`/g)].map((match) => match[1]) },
    ],
  ),
);

test('docs/permissions.md names every kind of access in its words', () => {
  expect([...rows.keys()]).toEqual(Object.keys(accessKinds));
  for (const [kind, { text }] of Object.entries(accessKinds)) expect(rows.get(kind)?.who).toBe(text);
});

test.each(Object.keys(accessKinds))(
  'docs/permissions.md lists the calls of %s as the contract declares them',
  (kind) => {
    const declared = Object.entries(contract)
      .filter(([, call]) => call['~orpc'].meta.access === kind)
      .map(([name]) => name);
    const row = declared.sort().map((name) => `\`${name}\``);
    expect(rows.get(kind)?.calls, `the row should say: ${row.join(' ')}`).toEqual(declared);
  },
);
