import { describe, expect, test } from 'vitest';
import {
  AGENT_NAMES_LIMITS,
  type AgentNames,
  agentNamesOf,
  areWider,
  compileAgentNames,
  readAgentNames,
  STANDARD_AGENT_NAMES,
  UNKNOWN_AGENT_NAMES,
} from './agentNames.ts';

const { service_accounts, production_servers } = STANDARD_AGENT_NAMES;
const rules = { service_accounts, production_servers };
const own: AgentNames = {
  service_accounts: { standard: false, entries: ['sa_*'] },
  production_servers: { standard: true, entries: ['*-DBP-*'] },
  accounts: ['ledger$', 'batchuser'],
  others: 'none',
};
const numbered = (count: number, suffix = ''): string[] =>
  Array.from({ length: count }, (_, n) => `account${n}${suffix}`);

describe('the names that an agent selects events by', () => {
  const naming = compileAgentNames(own);

  test.each([
    ['CORP\\SA_billing', true],
    ['sa_billing@corp.example', true],
    ['svc.billing', false],
    ['NORTHWIND\\Ledger$', true],
    ['BatchUser', true],
    ['batchuser2', false],
    ['WS-1042$', false],
    ['j.weber', false],
    ['', false],
  ])('%s: %s', (name, isOne) => {
    expect(naming.isServiceAccount(name)).toBe(isOne);
  });

  test('servers', () => {
    expect(naming.isProductionServer('fra-dbp-01.corp.example')).toBe(true);
    expect(naming.isProductionServer('fra-dbt-01')).toBe(false);
  });

  test('a listed name is no pattern', () => {
    expect(compileAgentNames({ ...own, accounts: ['*'] }).isServiceAccount('j.weber')).toBe(false);
  });

  test.each([
    [UNKNOWN_AGENT_NAMES, { 'j.weber': true, 'WS-1042$': false, 'svc.billing': true, '': false }],
    [{ ...own, others: 'users' } as const, { 'j.weber': true, 'WS-1042$': false, ledger$: true }],
    [{ ...own, others: 'all' } as const, { 'j.weber': true, 'WS-1042$': true }],
  ])('other accounts too', (names, expected) => {
    const { isServiceAccount } = compileAgentNames(names);
    for (const [name, isOne] of Object.entries(expected)) expect(isServiceAccount(name), name).toBe(isOne);
  });
});

describe('the names for agents', () => {
  test('leave out accounts that a rule matches, and names that no account has', () => {
    const names = agentNamesOf(
      rules,
      ['ledger$', 'svc.billing', 'batchuser', '', 'a\nb', 'x'.repeat(257)],
      true,
    );
    expect(names).toEqual({ ...rules, accounts: ['ledger$', 'batchuser'], others: 'none' });
  });

  test.each([
    ['as many as an agent takes', numbered(AGENT_NAMES_LIMITS.accounts), true, 'none'],
    ['one more', numbered(AGENT_NAMES_LIMITS.accounts + 1), true, 'users'],
    ['too many managed accounts', numbered(AGENT_NAMES_LIMITS.accounts + 1, '$'), true, 'all'],
    ['too many characters', numbered(1_000).map((name) => name.padEnd(250, 'x')), true, 'users'],
    ['more than were read', ['batchuser'], false, 'users'],
  ] as const)('%s', (_, known, isComplete, others) => {
    const names = agentNamesOf(rules, known, isComplete);
    expect(names.others).toBe(others);
    expect(readAgentNames(names)).toEqual(names);
    const { isServiceAccount } = compileAgentNames(names);
    expect(known.filter((name) => !isServiceAccount(name))).toEqual([]);
  });
});

describe('names from outside', () => {
  test('are read without further fields', () => {
    expect(readAgentNames({ ...own, etag: 'x', more: 1 })).toEqual(own);
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'sa_*'],
    ['no rules', { accounts: [], others: 'none' }],
    ['a rule of another form', { ...own, service_accounts: { standard: 'yes', entries: [] } }],
    ['entries that are no texts', { ...own, service_accounts: { standard: true, entries: [1] } }],
    ['a rule that matches nothing', { ...own, service_accounts: { standard: false, entries: [] } }],
    ['a pattern for everything', { ...own, service_accounts: { standard: true, entries: ['**'] } }],
    [
      'too many patterns',
      { ...own, service_accounts: { standard: true, entries: numbered(101).map((name) => `${name}*`) } },
    ],
    ['an entry without end', { ...own, production_servers: { standard: true, entries: ['x'.repeat(65)] } }],
    ['too many accounts', { ...own, accounts: numbered(AGENT_NAMES_LIMITS.accounts + 1) }],
    ['too many characters', { ...own, accounts: Array.from({ length: 500 }, () => 'x'.repeat(250)) }],
    ['an account without end', { ...own, accounts: ['x'.repeat(257)] }],
    ['an account of control characters', { ...own, accounts: ['a\u0000b'] }],
    ['accounts that are no texts', { ...own, accounts: [{}] }],
    ['accounts that are no list', { ...own, accounts: { length: 1, 0: 'x' } }],
    ['an unknown kind of other accounts', { ...own, others: 'some' }],
  ])('are refused: %s', (_, value) => {
    expect(readAgentNames(value)).toMatch(/\w.*\.$/);
  });
});

test.each<[string, Partial<AgentNames>, Partial<AgentNames>, boolean]>([
  ['the same names', {}, {}, false],
  ['another pattern', {}, { service_accounts: { standard: false, entries: ['SA_*', 'etl_*'] } }, true],
  ['fewer patterns', {}, { service_accounts: { standard: false, entries: ['SA_*'] } }, false],
  ['the default rule too', {}, { service_accounts: { standard: true, entries: [] } }, true],
  ['another server', {}, { production_servers: { standard: true, entries: ['*-DBP-*', 'core-*'] } }, true],
  ['another account without a rule', {}, { accounts: ['ledger$', 'etl'] }, false],
  [
    'what was sent anyway',
    { others: 'users' },
    { service_accounts: { standard: false, entries: ['x1*'] } },
    false,
  ],
  [
    'managed accounts beside users',
    { others: 'users' },
    { service_accounts: { standard: false, entries: ['x1*$'] } },
    true,
  ],
  [
    'anything after everything',
    { others: 'all' },
    { service_accounts: { standard: false, entries: ['x1*$'] } },
    false,
  ],
])('names are wider: %s', (_, before, after, expected) => {
  expect(areWider({ ...own, ...before }, { ...own, ...after })).toBe(expected);
});
