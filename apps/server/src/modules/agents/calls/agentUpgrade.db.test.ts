import { randomUUID } from 'node:crypto';
import { writeTestRelease } from '@scout/agent-release/testing';
import { createClock, createOrganization, type TestClient } from '@scout/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EnrolledAgent, enrolIn, type Fleet, quiet, startFleet } from '../../../testing/fleet.ts';

const clock = createClock(new Date().toISOString());
const version = '0.2.0';
const linux = 'linux 6.12.1 x64';
const none = { machines: 0, waiting: 0, offered: 0, upgraded: 0, failed: 0, rolled_back: 0 };
let fleet: Fleet;
let admin: TestClient;
let one: EnrolledAgent;
let two: EnrolledAgent;

beforeEach(async () => {
  clock.set(Date.now());
  fleet = await startFleet(clock);
  ({ admin } = fleet);
  await release(version);
  one = await enrolIn(fleet);
  two = await enrolIn(fleet);
});
afterEach(() => fleet.server.stop());

const release = (name: string) =>
  writeTestRelease(fleet.server.context.config.releasesRoot, name, Buffer.from(`program ${name}`));
/** True if the heartbeat's response offers the newest release. */
const isOffered = async (agent: TestClient, beat = quiet) => (await agent.api.agentHeartbeat(beat)).upgrade;
const actions = async () => {
  const entries = await admin.api.auditLogs({});
  return entries.filter(({ action }) => action.startsWith('agent_upgrade')).map(({ action }) => action);
};

it('nothing is offered before an admin has chosen', async () => {
  expect(await one.api.agentHeartbeat(quiet)).toMatchObject({ latest: { version }, upgrade: false });
  expect(await admin.api.agentUpgrade({})).toMatchObject({
    version,
    stage: 'off',
    started_at: null,
    ring: none,
    fleet: { ...none, machines: 2, waiting: 2 },
    downloading: 0,
    machines: [],
  });
  const [listed] = await admin.api.agents({});
  expect(listed).toMatchObject({ latest_version: version });
});

it('the ring gets it first, then all', async () => {
  const actor = fleet.bank.emailOf('admin');
  expect(await admin.api.agentUpgradeStart({ version, agent_ids: [one.id] })).toMatchObject({
    stage: 'ring',
    started_by: actor,
    ring: { ...none, machines: 1, offered: 1 },
    fleet: { ...none, machines: 2, offered: 1, waiting: 1 },
    machines: [{ agent_id: one.id, in_ring: true, state: 'offered' }],
  });
  expect([await isOffered(one), await isOffered(two)]).toEqual([true, false]);
  expect(await admin.api.agentUpgrade({})).toMatchObject({ downloading: 1 });
  expect(await admin.api.agentUpgradeOpen({ version })).toMatchObject({
    stage: 'all',
    opened_by: actor,
    fleet: { ...none, machines: 2, offered: 2 },
  });
  expect([await isOffered(one), await isOffered(two)]).toEqual([true, true]);
  await admin.api.agentUpgradeOpen({ version });
  expect(await actions()).toEqual(['agent_upgrade_opened', 'agent_upgrade_started']);
  const [started] = await admin.api.auditLogs({ action: 'agent_upgrade_started' });
  expect(started).toMatchObject({ actor, details: { version, machines: 1, hosts: 'PRD-SQL01' } });
  expect(await admin.api.agentUpgrade({})).toMatchObject({ downloading: 2 });
  await isOffered(one, { ...quiet, version });
  expect(await admin.api.agentUpgrade({})).toMatchObject({ downloading: 1 });
});

it('is paused and resumed for the ring and for all', async () => {
  await admin.api.agentUpgradeStart({ version, agent_ids: [one.id] });
  for (const stage of ['ring', 'all']) {
    if (stage === 'all') await admin.api.agentUpgradeOpen({ version });
    expect(await admin.api.agentUpgradePause({ version, paused: true })).toMatchObject({
      stage,
      paused_by: fleet.bank.emailOf('admin'),
      fleet: { offered: 0, waiting: 2 },
    });
    expect([await isOffered(one), await isOffered(two)]).toEqual([false, false]);
    await admin.api.agentUpgradePause({ version, paused: true });
    expect(await admin.api.agentUpgradePause({ version, paused: false })).toMatchObject({
      stage,
      paused_at: null,
    });
    expect(await isOffered(one)).toBe(true);
  }
  expect(await actions()).toEqual([
    'agent_upgrade_resumed',
    'agent_upgrade_paused',
    'agent_upgrade_opened',
    'agent_upgrade_resumed',
    'agent_upgrade_paused',
    'agent_upgrade_started',
  ]);
});

it('another release is not offered until an admin has chosen again', async () => {
  await admin.api.agentUpgradeStart({ version, agent_ids: [one.id] });
  await admin.api.agentUpgradeOpen({ version });
  await release('0.3.0');
  expect([await isOffered(one), await isOffered(two)]).toEqual([false, false]);
  for (const late of [
    () => admin.api.agentUpgradeStart({ version, machines: 1 }),
    () => admin.api.agentUpgradeOpen({ version }),
    () => admin.api.agentUpgradePause({ version, paused: true }),
  ])
    await expect(late()).rejects.toMatchObject({ code: 'release_changed', status: 409 });
  expect(await admin.api.agentUpgrade({})).toMatchObject({ version: '0.3.0', stage: 'off' });
});

it('is offered only where it is newer and has a package', async () => {
  await admin.api.agentUpgradeStart({ version, agent_ids: [one.id, two.id] });
  expect(await isOffered(one, { ...quiet, version })).toBe(false);
  expect(await isOffered(two, { ...quiet, platform: 'linux 6.12.1 arm64' })).toBe(false);
  expect(await admin.api.agentUpgrade({})).toMatchObject({
    ring: { ...none, machines: 1, upgraded: 1 },
    fleet: { ...none, machines: 1, upgraded: 1 },
  });
});

it('failed upgrades are shown first, with the agent’s message', async () => {
  const three = await enrolIn(fleet);
  await admin.api.agentUpgradeStart({ version, agent_ids: [one.id, two.id] });
  await isOffered(one, { ...quiet, version });
  const report = { version, outcome: 'rolled_back', message: 'it was not heard in time' } as const;
  await two.api.agentHeartbeat({ ...quiet, upgrade: report });
  await three.api.agentHeartbeat({ ...quiet, upgrade: { ...report, outcome: 'failed', message: 'no room' } });
  const { machines, ...seen } = (await admin.api.agentUpgrade({}))!;
  expect(seen).toMatchObject({
    ring: { ...none, machines: 2, upgraded: 1, rolled_back: 1 },
    fleet: { ...none, machines: 3, upgraded: 1, rolled_back: 1, failed: 1 },
  });
  expect(machines).toHaveLength(3);
  expect(machines.at(-1)).toMatchObject({ agent_id: one.id, state: 'upgraded', message: null });
  expect(machines).toContainEqual(
    expect.objectContaining({ agent_id: two.id, state: 'rolled_back', message: 'it was not heard in time' }),
  );
  // No longer reported, it has ended.
  await two.api.agentHeartbeat({ ...quiet, version });
  expect(await admin.api.agentUpgrade({})).toMatchObject({ ring: { upgraded: 2, rolled_back: 0 } });
});

describe('a first ring', () => {
  it('may be left to the server: one of each system before a second of any', async () => {
    await two.api.agentHeartbeat({ ...quiet, platform: linux });
    await enrolIn(fleet);
    const { machines } = await admin.api.agentUpgradeStart({ version, machines: 2 });
    expect(machines.map(({ platform }) => platform.split(' ')[0]).sort()).toEqual(['linux', 'windows']);
  });

  it('grows when it is started again', async () => {
    await admin.api.agentUpgradeStart({ version, agent_ids: [one.id] });
    await admin.api.agentUpgradeStart({ version, agent_ids: [one.id] });
    expect(await admin.api.agentUpgradeStart({ version, agent_ids: [two.id] })).toMatchObject({
      ring: { machines: 2 },
    });
    expect(await actions()).toHaveLength(2);
  });

  it('accepts no machine that is unknown, revoked or of another organization', async () => {
    const rival = await createOrganization(fleet.server, 'Rivalry Trust');
    const theirs = await enrolIn({ ...fleet, bank: rival, admin: await rival.as('admin') });
    await admin.api.agentsRevoke({ agent_id: two.id });
    for (const id of [theirs.id, two.id, randomUUID()])
      await expect(admin.api.agentUpgradeStart({ version, agent_ids: [one.id, id] })).rejects.toMatchObject({
        code: 'not_found',
      });
    expect(await admin.api.agentUpgrade({})).toMatchObject({ stage: 'off' });
    await admin.api.agentUpgradeStart({ version, agent_ids: [one.id] });
    await admin.api.agentUpgradeOpen({ version });
    expect(await isOffered(theirs), 'what one organization decides is nothing to another').toBe(false);
  });

  it.each([
    [{ version }],
    [{ version, machines: 1, agent_ids: [randomUUID()] }],
    [{ version, machines: 0 }],
    [{ version, machines: 501 }],
    [{ version, agent_ids: [] }],
    [{ version: 'latest', machines: 1 }],
  ])('is refused: %j', async (input) => {
    await expect(admin.api.agentUpgradeStart(input)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('comes before all machines', async () => {
    for (const early of [
      () => admin.api.agentUpgradeOpen({ version }),
      () => admin.api.agentUpgradePause({ version, paused: true }),
    ])
      await expect(early()).rejects.toMatchObject({ code: 'upgrade_not_started' });
  });
});

it('members see it and cannot change it', async () => {
  const member = await fleet.bank.as('member');
  expect(await member.api.agentUpgrade({})).toMatchObject({ version, stage: 'off' });
  await expect(member.api.agentUpgradeStart({ version, machines: 1 })).rejects.toMatchObject({
    code: 'admin_required',
  });
});
