import { createHash, createPublicKey, verify } from 'node:crypto';
import { limits, type NamesReport } from '@scout/contract';
import { STANDARD_SETTINGS } from '@scout/detection';
import { AGENT_NAMES_LIMITS, compileAgentNames } from '@scout/detection/agentNames';
import { createClock, createOrganization, type TestOrganization } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EnrolledAgent, enrolIn, type Fleet, quiet, rowOf, startFleet } from '../../../testing/fleet.ts';

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

const since = '2026-11-27T10:00:00+02:00';
const unknown: NamesReport = { key: null, applied: null, refused: null };
/** A heartbeat of an agent that takes signed names. */
const report = (names: NamesReport, sender = agent) => sender.api.agentHeartbeat({ ...quiet, names });
type Signed = { document: string; signature: string };
const contentOf = ({ document, signature }: Signed, publicKey: string) => {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(document), key, Buffer.from(signature, 'base64'))).toBe(true);
  return JSON.parse(document) as {
    agent_id: string;
    issued_at: string;
    names: { etag: string; version: number };
  };
};

describe('signed names', () => {
  test('come with the key of the organization, once, and again with each version', async () => {
    const first = await report(unknown);
    const publicKey = first.configuration_key!;
    const { names, ...about } = contentOf(first.signed_names!, publicKey);
    expect(about).toEqual({ agent_id: agent.id, issued_at: new Date(clock.now()).toISOString() });
    expect(names).toEqual({
      etag: expect.stringMatching(/^[\w-]{22}$/),
      version: 0,
      service_accounts,
      production_servers,
      accounts: [],
      others: 'none',
    });
    const key = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64url');
    const applied = (of: { etag: string; version: number }) => ({
      key,
      applied: { etag: of.etag, version: of.version, since },
      refused: null,
    });
    const again = await report(applied(names));
    expect([again.signed_names, again.configuration_key, again.names]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await save(0, ['sa_*']);
    const second = await report(applied(names));
    expect(second.configuration_key).toBeUndefined();
    const later = contentOf(second.signed_names!, publicKey).names;
    expect(later).toMatchObject({ version: 1, service_accounts: { standard: false, entries: ['sa_*'] } });
    // The same names again are another version.
    await save(1, ['sa_*', 'etl_*']);
    await save(2, ['sa_*']);
    const third = contentOf((await report(applied(later))).signed_names!, publicKey).names;
    expect(third).toEqual({ ...later, version: 3 });
    expect((await report(applied(third))).signed_names).toBeUndefined();
  });

  test('that an agent refused are not sent again until they change', async () => {
    const first = await report(unknown);
    const { etag } = contentOf(first.signed_names!, first.configuration_key!).names;
    const refusing = { ...unknown, key: 'other', refused: { etag, message: 'no' } };
    expect((await report(refusing)).signed_names).toBeUndefined();
    await save(0, ['sa_*']);
    expect((await report(refusing)).signed_names).toBeDefined();
  });

  test('are not sent to a machine that awaits approval', async () => {
    await fleet.server.database.asOwner((client) =>
      client.query('UPDATE scout.agents SET awaiting_approval = true WHERE agent_id = $1', [agent.id]),
    );
    expect((await report(unknown)).signed_names).toBeUndefined();
  });

  test('at their longest fit into a document', async () => {
    const long = (n: number, length: number) => `${n}`.padEnd(length, '"\\');
    await addAccounts(
      Array.from({ length: 5_000 }, (_, n) => long(n, 20)),
      'list',
    );
    await (await bank.as('admin')).api.detectionSettingsSave({
      version: 0,
      settings: structuredClone({
        ...STANDARD_SETTINGS,
        production_servers: {
          standard: true,
          entries: Array.from({ length: 500 }, (_, n) => `${n}`.padEnd(63, '"')),
        },
      }) as Parameters<Awaited<ReturnType<typeof bank.as>>['api']['detectionSettingsSave']>[0]['settings'],
    });
    const { document } = (await report(unknown)).signed_names!;
    expect(document.length).toBeGreaterThan(250_000);
    expect(document.length).toBeLessThanOrEqual(limits.agent.namesDocumentMax);
  });

  test('and their version are in the fleet', async () => {
    const names = async () => (await rowOf({ ...fleet, bank }, agent.id)).names;
    const none = { version: null, since: null, message: null };
    expect(await names()).toEqual({ state: 'pending', wanted: 0, ...none });
    await beat(null);
    expect(await names()).toEqual({ state: 'unsupported', wanted: 0, ...none });
    await save(0, ['sa_*']);
    await report(unknown);
    expect(await names()).toEqual({ state: 'pending', wanted: 1, ...none });
    const applied = { etag: 'x', version: 1, since };
    await report({ key: 'k', applied, refused: null });
    const has = { version: 1, since: '2026-11-27T08:00:00.000Z', message: null };
    expect(await names()).toEqual({ state: 'current', wanted: 1, ...has });
    await save(1, ['sa_*', 'etl_*']);
    expect(await names()).toEqual({ state: 'pending', wanted: 2, ...has });
    await report({
      key: 'k',
      applied,
      refused: { etag: 'y', message: 'The names are for another machine.' },
    });
    const row = await rowOf({ ...fleet, bank }, agent.id);
    expect(row.names).toEqual({
      state: 'refused',
      wanted: 2,
      ...has,
      message: 'The names are for another machine.',
    });
    expect([row.state, row.reasons]).toEqual(['attention', ['names_refused']]);
  });

  test('that changed are a gap that needs no attention', async () => {
    const gap = {
      gap_id: '5f0c0f8e-6c1c-4f0e-8a53-1f3f6f3c9a01',
      source: 'windows:Security',
      reason: 'names_changed',
      from_record: 'names 0',
      to_record: 'names 1',
      missing: null,
      happened_at: new Date(clock.now()).toISOString(),
    } as const;
    await agent.api.agentHeartbeat({ ...quiet, gaps: [gap] });
    const { gaps, state } = await rowOf({ ...fleet, bank }, agent.id);
    expect([gaps.count, gaps.last_at, gaps.latest, state]).toEqual([1, null, [gap], 'healthy']);
  });

  test.each<[string, object]>([
    ['an etag without end', { applied: { etag: 'x'.repeat(65), version: 1, since } }],
    ['a version below 0', { applied: { etag: 'x', version: -1, since } }],
    ['no time', { applied: { etag: 'x', version: 1, since: 'soon' } }],
    ['a reason without end', { refused: { etag: null, message: 'x'.repeat(301) } }],
    ['a NUL', { refused: { etag: null, message: 'a\0b' } }],
  ])('a report with %s is refused', async (_, change) => {
    await expect(report({ ...unknown, ...change } as NamesReport)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

test('an earlier agent gets the names unsigned, once, and again when they have changed', async () => {
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

test('listed accounts and those known by their behavior or a directory are included, of this organization only', async () => {
  await addAccounts(['batchuser', 'svc.listed'], 'list');
  await addAccounts(['ledger$'], 'behaviour');
  await addAccounts(['gmsa-sql$'], 'directory');
  await addAccounts(['svc.billing'], 'name');
  const other = await createOrganization(fleet.server, `Other ${banks}`);
  await addAccounts(['foreign'], 'list', other.tenantId);
  const names = await beat(null);
  expect(names).toMatchObject({ accounts: ['gmsa-sql$', 'ledger$', 'batchuser'], others: 'none' });
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
