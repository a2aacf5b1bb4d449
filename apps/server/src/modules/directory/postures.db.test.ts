import {
  type DirectoryState,
  seedAccount,
  seedDirectory,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { organizationWithAdmin, type TestPerson } from '../../testing/people.ts';
import { registerNext } from './sql/register.ts';

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);

let server: TestServer;
let tenantId: string;
let admin: TestPerson;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ tenantId, admin } = await organizationWithAdmin(server));
});

const directory = (state: DirectoryState) =>
  server.database.asOwner((owner) =>
    seedDirectory((sql, values) => owner.query(sql, values), tenantId, state),
  );
const seen = (name: string, activity: Parameters<typeof seedAccount>[3]) =>
  server.database.asOwner((owner) =>
    seedAccount((sql, values) => owner.query(sql, values), tenantId, name, activity),
  );

/** Registers the accounts of all organizations, also those of other tests. */
async function register(): Promise<void> {
  while (await registerNext(server.context.pool, Date.now()));
}

const quiet: Partial<DirectoryState> = {
  spns: ['MSSQLSvc/sql1.corp.example:1433'],
  passwordSet: ago(364),
  delegation: 'constrained',
};

test.each<[string, Partial<DirectoryState>, string[]]>([
  ['nothing', {}, []],
  ['a password of a year and a day', { passwordSet: ago(366) }, ['old-password']],
  ['the same of a managed account', { kind: 'gmsa', passwordSet: ago(2_000) }, []],
  ['no password', { passwordSet: null }, []],
  ['RC4 beside AES', { encryptionTypes: 0x1c }, ['roastable']],
  ['RC4 without a service', { encryptionTypes: 0x1c, spns: [] }, []],
  ['no types: the controllers decide', { encryptionTypes: null }, []],
  ['RC4 of a managed account, whose password nobody guesses', { kind: 'gmsa', encryptionTypes: 0x1c }, []],
  ['a privileged group', { privilegedGroups: ['Domain Admins'] }, ['privileged']],
  ['delegation to anything', { delegation: 'unconstrained' }, ['unconstrained']],
  ['no pre-authentication', { withoutPreauthentication: true }, ['without-preauthentication']],
  [
    'all of it, but disabled',
    { isEnabled: false, privilegedGroups: ['Domain Admins'], withoutPreauthentication: true },
    [],
  ],
])('%s', async (_what, state, expected) => {
  await directory({ account: 'svc.one', ...quiet, ...state });
  await register();
  const { posture, in_directories } = await admin.api.accountsRead({ account: 'svc.one' });
  expect(posture).toEqual(expected);
  expect(in_directories).toMatchObject([{ posture: expected }]);
});

test('a disabled account that is still tried, unless another directory has an enabled one; one that a person used', async () => {
  const refused = { time: ago(1), source: 'app-1', kind: 'refused:disabled' };
  for (const name of ['svc.gone', 'svc.twice']) {
    await seen(name, [refused]);
    await directory({ account: name, ...quiet, isEnabled: false });
  }
  await directory({ account: 'svc.twice', ...quiet });
  await seen('svc.shared', [{ time: ago(1), source: 'app-1', actor: 'm.keller' }]);
  await seen('svc.resting', [{ ...refused, time: ago(40) }]);
  await directory({ account: 'svc.resting', ...quiet, isEnabled: false });
  const { accounts } = await admin.api.accounts({});
  expect(Object.fromEntries(accounts.map(({ account, posture }) => [account, posture]))).toEqual({
    'svc.gone': ['disabled-tried'],
    'svc.twice': [],
    'svc.shared': ['used-by-people'],
    'svc.resting': [],
  });
  const facets = await admin.api.accountsFacets({});
  expect(facets.posture).toEqual([
    { value: 'disabled-tried', count: 1 },
    { value: 'used-by-people', count: 1 },
  ]);
  for (const { value, count } of facets.posture) {
    const posture = value as 'disabled-tried';
    expect((await admin.api.accounts({ posture })).accounts).toHaveLength(count);
    expect((await admin.api.accountsFacets({ posture })).matching).toBe(count);
  }
});

test('the use of accounts: seen, only refused, where no agent looks, and never', async () => {
  await seen('svc.seen', [{ time: ago(1) }, { time: ago(1), kind: 'refused:wrong password' }]);
  await directory({ account: 'svc.seen', signedIn: ago(9) });
  await seen('svc.refused', [{ time: ago(2), kind: 'refused:wrong password' }]);
  await seen('svc.rare', [{ time: ago(60) }]);
  await seen('svc.moved', [{ time: ago(60) }]);
  await directory({ account: 'svc.moved', signedIn: ago(20) });
  await directory({ account: 'svc.dark', signedIn: ago(20) });
  await directory({ account: 'svc.before', signedIn: ago(70) });
  await directory({ account: 'svc.never' });
  await register();
  const { accounts } = await admin.api.accounts({});
  const uses = {
    'svc.before': 'never',
    'svc.dark': 'elsewhere',
    'svc.moved': 'elsewhere',
    'svc.never': 'never',
    'svc.rare': 'seen',
    'svc.refused': 'refused',
    'svc.seen': 'seen',
  };
  expect(Object.fromEntries(accounts.map(({ account, use }) => [account, use]))).toEqual(uses);
  const facets = await admin.api.accountsFacets({});
  for (const { value, count } of facets.use) {
    const use = value as 'never';
    expect(count).toBe(Object.values(uses).filter((each) => each === use).length);
    expect((await admin.api.accounts({ use })).accounts).toHaveLength(count);
  }
  // Without an event before its sign-in, nobody knows whether an agent would have shown it.
  expect(facets.use).toHaveLength(4);
});

test('an account is unused when neither events nor a directory show otherwise', async () => {
  await seen('svc.old', [{ time: ago(100) }]);
  await directory({ account: 'svc.dark', signedIn: ago(95) });
  await directory({ account: 'svc.idle', signedIn: ago(110), created: ago(400) });
  await directory({ account: 'svc.new', created: ago(3) });
  await register();
  const { accounts } = await admin.api.accounts({ fault: 'unused' });
  expect(accounts.map(({ account }) => account)).toEqual(['svc.idle', 'svc.old']);
  for (const { faults } of accounts) expect(faults).toContain('unused');
  expect((await admin.api.accounts({})).accounts).toHaveLength(4);
});
