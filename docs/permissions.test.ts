import { readFileSync } from 'node:fs';
import { accessKinds, contract, tokenScopes } from '@scout/contract';
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

test('docs/permissions.md lists the calls of each scope of API tokens as the contract declares them', () => {
  const listed = [...document.matchAll(/^\| `([a-z]+:[a-z]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, scope = '', permits = '', calls = '']) => ({
      scope,
      permits: permits.trim(),
      calls: [...calls.matchAll(/`([^`]+)`/g)].map((match) => match[1]),
    }),
  );
  const declared = Object.entries(tokenScopes).map(([scope, permits]) => ({
    scope,
    permits,
    calls: Object.entries(contract)
      .filter(([, call]) => call['~orpc'].meta.scope === scope)
      .map(([name]) => name)
      .sort(),
  }));
  expect(listed).toEqual(declared);
});

test('no call about sign-in, members, tokens, billing or the end of an organization takes an API token', () => {
  const taken = Object.entries(contract)
    .filter(([, call]) => call['~orpc'].meta.scope !== null)
    .filter(
      ([name, call]) =>
        /^(auth|apiTokens|organizationTokens|organizationDeletion|checkout|confirmPayment|deleteAccount|(?:approve|reject|remove)Member|(?:promote|demote)Admin|membersAdd|sendMember|domains|enrolmentsCreate|downloads)/.test(
          `${name}`,
        ) || call['~orpc'].route.path?.startsWith('/auth/'),
    );
  expect(taken).toEqual([]);
});
