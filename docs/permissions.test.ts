import { readFileSync } from 'node:fs';
import { accessKinds, contract, rolesOf, roleTable, tokenScopes } from '@scout/contract';
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

test('docs/permissions.md lists each role in its words, and the calls of the further ones as the contract declares them', () => {
  const section = document.slice(document.indexOf('## Roles'), document.indexOf('## Scopes'));
  const listed = [...section.matchAll(/^\| ([A-Z][a-z ]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
    .slice(1)
    .map(([, label = '', text = '', calls = '']) => ({
      label,
      text: text.trim(),
      calls: [...calls.matchAll(/`([^`]+)`/g)].map((match) => match[1]),
    }));
  const declared = Object.entries(roleTable).map(([role, { label, text }]) => ({
    label,
    text,
    calls:
      role === 'admin' || role === 'member' ? [] : callsOf((roles) => (roles as string[]).includes(role)),
  }));
  expect(listed).toEqual(declared);
});

const callsOf = (wanted: (roles: readonly string[]) => boolean) =>
  Object.entries(contract)
    .filter(([, call]) => wanted(call['~orpc'].meta.roles))
    .map(([name]) => name)
    .sort();

test('admins and members may do what the specification says, whichever roles a call names', () => {
  for (const [name, { '~orpc': call }] of Object.entries(contract)) {
    const { membership, admin } = accessKinds[call.meta.access];
    const specified = rolesOf(call.meta.access, []);
    expect(specified, name).toEqual(!membership ? [] : admin ? ['admin'] : ['admin', 'member']);
    expect(
      call.meta.roles.filter((role) => role === 'admin' || role === 'member'),
      name,
    ).toEqual(specified);
  }
});

const changesBy = (role: string) =>
  callsOf((roles) => roles.includes(role)).filter(
    (name) => contract[name as keyof typeof contract]['~orpc'].route.method !== 'GET',
  );
/** Calls by which people save what is their own; an assistant's calls are made with the same rights, and audit_emit writes nothing. */
const ownThings = [
  'alertRecipientsUpdate',
  'apiTokensCreate',
  'apiTokensRevoke',
  'auditEmit',
  'mcp',
  'profilesUpdate',
  'reportSubscriptionUpdate',
  'savedViewsRemove',
  'savedViewsSave',
];

test('an auditor changes nothing of the organization', () => {
  expect(changesBy('auditor')).toEqual(ownThings);
});

test('an analyst changes cases and exceptions, and decides on own accounts', () => {
  expect(changesBy('analyst').filter((name) => !ownThings.includes(name))).toEqual([
    'casesAcknowledge',
    'casesAssign',
    'casesClose',
    'casesComment',
    'casesReopen',
    'exceptionsCreate',
    'exceptionsEnd',
    'exceptionsTry',
    'ownerReviewsDecide',
  ]);
});

test('an owner of accounts changes what is their own, decides on contracts and in reviews, and reads little', () => {
  expect(changesBy('owner').filter((name) => !ownThings.includes(name))).toEqual([
    'accountContractApprove',
    'accountContractDiscard',
    'accountContractTry',
    'ownerReviewsDecide',
  ]);
  const reads = callsOf((roles) => roles.includes('owner')).filter(
    (name) => !changesBy('owner').includes(name),
  );
  expect(reads).toEqual([
    'accountContractRead',
    'accounts',
    'accountsFacets',
    'accountsRead',
    'apiTokens',
    'cases',
    'casesActivity',
    'casesDependents',
    'casesFacets',
    'casesRead',
    'casesRunEvents',
    'casesRuns',
    'ownerReviewAccounts',
    'ownerReviews',
    'savedViews',
  ]);
});
