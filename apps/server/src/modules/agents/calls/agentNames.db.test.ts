import { STANDARD_SETTINGS } from '@scout/detection';
import { AGENT_NAMES_LIMITS, compileAgentNames } from '@scout/detection/agentNames';
import { createClock, createOrganization, type TestOrganization } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EnrolledAgent, enrolIn, type Fleet, quiet, startFleet } from '../../../testing/fleet.ts';

const clock = createClock(new Date().toISOString());
let fleet: Fleet;
let bank: TestOrganization;
let agent: EnrolledAgent;
let banks = 0;

beforeAll(async () => {
  fleet = await startFleet(clock);
});
afterAll(() => fleet.server.stop());
beforeEach(async () => {
  clock.set(Date.now());
  banks += 1;
  bank = await createOrganization(fleet.server, `Bank ${banks}`);
  agent = await enrolIn({ ...fleet, bank });
});

const { service_accounts, production_servers } = STANDARD_SETTINGS;
const beat = async (names_etag?: string | null, sender = agent) =>
  (await sender.api.agentHeartbeat({ ...quiet, ...(names_etag !== undefined && { names_etag }) })).names;
const save = async (version: number, entries: string[]) =>
  (await bank.as('admin')).api.detectionSettingsSave({
    version,
    settings: structuredClone({
      ...STANDARD_SETTINGS,
      service_accounts: { standard: false, entries },
    }) as Parameters<Awaited<ReturnType<typeof bank.as>>['api']['detectionSettingsSave']>[0]['settings'],
  });
const addAccounts = (names: readonly string[], knownBy: string, tenantId = bank.tenantId) =>
  fleet.server.database.asOwner((client) =>
    client.query(
      `INSERT INTO scout.service_accounts (tenant_id, account_key, name, known_by)
       SELECT $1, name, name, $3 FROM unnest($2::text[]) AS name`,
      [tenantId, names, knownBy],
    ),
  );

test('an agent gets the names once, and again when they have changed', async () => {
  const first = await beat(null);
  expect(first).toEqual({
    etag: expect.stringMatching(/^[\w-]{22}$/),
    service_accounts,
    production_servers,
    accounts: [],
    others: 'none',
  });
  expect(await beat(first!.etag)).toBeUndefined();
  await save(0, ['sa_*']);
  const second = await beat(first!.etag);
  expect(second).toMatchObject({ service_accounts: { standard: false, entries: ['sa_*'] } });
  expect(second!.etag).not.toBe(first!.etag);
  expect(await beat(second!.etag)).toBeUndefined();
  // The same names again have the same version.
  await save(1, ['sa_*', 'etl_*']);
  await save(2, ['sa_*']);
  expect(await beat(second!.etag)).toBeUndefined();
});

test('an agent of an earlier version, which names none, gets none', async () => {
  expect(await beat()).toBeUndefined();
});

test('an etag without end is refused', async () => {
  await expect(beat('x'.repeat(65))).rejects.toMatchObject({ code: 'invalid_input' });
});

test('a machine that awaits approval gets no names', async () => {
  await fleet.server.database.asOwner((client) =>
    client.query('UPDATE scout.agents SET awaiting_approval = true WHERE agent_id = $1', [agent.id]),
  );
  const answer = await agent.api.agentHeartbeat({ ...quiet, names_etag: null });
  expect([answer.awaiting_approval, answer.names]).toEqual([true, undefined]);
});

test('listed accounts and those known by their behavior are included, of this organization only', async () => {
  await addAccounts(['batchuser', 'svc.listed'], 'list');
  await addAccounts(['ledger$'], 'behaviour');
  await addAccounts(['svc.billing'], 'name');
  const other = await createOrganization(fleet.server, `Other ${banks}`);
  await addAccounts(['foreign'], 'list', other.tenantId);
  const names = await beat(null);
  expect(names).toMatchObject({ accounts: ['ledger$', 'batchuser'], others: 'none' });
});

test('an account found later arrives without a change of settings', async () => {
  const { etag } = (await beat(null))!;
  await addAccounts(['ledger$'], 'behaviour');
  clock.set(clock.now() + 61_000);
  expect(await beat(etag)).toMatchObject({ accounts: ['ledger$'] });
});

test('a list too long for an agent is cut, and the agent is told to send more', async () => {
  const many = Array.from({ length: AGENT_NAMES_LIMITS.accounts + 1 }, (_, n) => `account${n}`);
  await addAccounts(['ledger$', ...many], 'list');
  const names = (await beat(null))!;
  expect([names.accounts.length, names.accounts[0], names.others]).toEqual([
    AGENT_NAMES_LIMITS.accounts,
    'ledger$',
    'users',
  ]);
  const { isServiceAccount } = compileAgentNames(names);
  expect(['ledger$', ...many].filter((name) => !isServiceAccount(name))).toEqual([]);
  // With a rule for them the list is complete again.
  await save(0, ['account*']);
  expect(await beat(names.etag)).toMatchObject({ accounts: ['ledger$'], others: 'none' });
});
