import { randomUUID } from 'node:crypto';
import { clientOf, createClock, createOrganization, type TestClient } from '@scout/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enrolIn, type Fleet, machine, quiet, startFleet } from '../../../testing/fleet.ts';
import { Simulated } from '../../../testing/simulatedAgent.ts';
import { fresh } from '../../../testing/world.ts';

const clock = createClock(new Date().toISOString());
let fleet: Fleet;
let admin: TestClient;

beforeEach(async () => {
  clock.set(Date.now());
  fleet = await startFleet(clock);
  ({ admin } = fleet);
});
afterEach(() => fleet.server.stop());

const simulate = async (host?: string): Promise<Simulated> => new Simulated(await enrolIn(fleet), host);
const actions = async () =>
  (await admin.api.auditLogs({}))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('agent_group') || action.startsWith('agent_configuration'));

describe('a configuration', () => {
  it('is signed, comes with the heartbeat, ring by ring, and goes back', async () => {
    const [one, two] = [await simulate(), await simulate()];
    const { group_id } = await admin.api.agentGroupCreate({ name: 'Web servers' });
    await admin.api.agentGroupAssign({ group_id, agent_ids: [one.agent.id, two.agent.id] });
    for (const each of [one, two]) {
      expect(await each.beat(), 'the first heartbeat brings the key').toBeNull();
      expect(await each.beat()).toMatchObject({
        group: { group_id, name: 'Web servers', version: 1 },
        settings: {},
      });
      expect(await each.beat()).toBeNull();
    }
    const settings = {
      tags: ['web', 'DMZ'],
      events_per_second: 500,
      quiet_hours: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' },
    };
    expect(await admin.api.agentGroupConfigure({ group_id, based_on: 1, settings })).toMatchObject({
      version: 1,
      next_version: 2,
      next_settings: settings,
      counts: { machines: 2, current: 2 },
    });
    expect([await one.beat(), await two.beat()], 'saved is not sent').toEqual([null, null]);

    await admin.api.agentGroupRollOut({ group_id, version: 2, agent_ids: [one.agent.id] });
    expect(await one.beat()).toMatchObject({ group: { version: 2 }, settings });
    expect(await two.beat()).toBeNull();
    await one.beat();
    expect(await admin.api.agentGroupRead({ group_id })).toMatchObject({
      rings: 1,
      counts: { machines: 2, current: 2, pending: 0 },
    });
    const listed = await admin.api.agents({});
    expect(listed.find(({ agent_id }) => agent_id === one.agent.id)?.group).toMatchObject({
      name: 'Web servers',
      joined_by: 'hand',
      state: 'current',
      version: 2,
      tags: ['web', 'DMZ'],
    });

    expect(await admin.api.agentGroupRollOut({ group_id, version: 2, all: true })).toMatchObject({
      version: 2,
      next_version: null,
      settings,
      counts: { current: 1, pending: 1 },
    });
    expect(await two.beat()).toMatchObject({ group: { version: 2 } });
    expect(await admin.api.agentGroupReturn({ group_id, version: 1 })).toMatchObject({ version: 1 });
    for (const each of [one, two])
      expect(await each.beat()).toMatchObject({ group: { version: 1 }, settings: {} });
    expect(await actions()).toEqual([
      'agent_configuration_returned',
      'agent_configuration_opened',
      'agent_configuration_started',
      'agent_configuration_saved',
      'agent_group_assigned',
      'agent_group_created',
    ]);
  });

  it('that a machine refuses is named with its reason, and is not sent again', async () => {
    const one = await simulate();
    const { group_id } = await admin.api.agentGroupCreate({ name: 'Servers' });
    await admin.api.agentGroupAssign({ group_id, agent_ids: [one.agent.id] });
    await one.beat();
    await one.beat();
    await admin.api.agentGroupConfigure({
      group_id,
      based_on: 1,
      settings: { sources: ['file:/srv/app.log'] },
    });
    await admin.api.agentGroupRollOut({ group_id, version: 2, all: true });
    one.refusing = '/srv/app.log is outside of the folders that this machine permits.';
    expect(await one.beat()).toMatchObject({ group: { version: 2 } });
    expect(await one.beat()).toBeNull();
    expect((await admin.api.agentGroupRead({ group_id })).machines).toMatchObject([
      { host: machine.host, state: 'refused', wanted: 2, version: 1, message: one.refusing },
    ]);
  });

  it('is not sent to an older agent, which is shown as such', async () => {
    const one = await enrolIn(fleet);
    const { group_id } = await admin.api.agentGroupCreate({ name: 'Servers' });
    await admin.api.agentGroupAssign({ group_id, agent_ids: [one.id] });
    const answer = await one.api.agentHeartbeat(quiet);
    expect([answer.configuration, answer.configuration_key]).toEqual([undefined, undefined]);
    expect((await admin.api.agentGroupRead({ group_id })).counts).toMatchObject({
      machines: 1,
      unsupported: 1,
    });
  });

  it('counts an older agent whose name a group has from its first heartbeat on', async () => {
    const { group_id } = await admin.api.agentGroupCreate({ name: 'Web', patterns: ['older-*'] });
    const one = await enrolIn(fleet);
    await one.api.agentHeartbeat({ ...quiet, host: 'older-7' });
    expect((await admin.api.agentGroupRead({ group_id })).machines).toMatchObject([
      { host: 'older-7', state: 'unsupported', joined_by: 'name' },
    ]);
  });

  it('is taken back by a signed document when its group is removed', async () => {
    const one = await simulate();
    const { group_id } = await admin.api.agentGroupCreate({ name: 'Servers' });
    await admin.api.agentGroupAssign({ group_id, agent_ids: [one.agent.id] });
    await one.beat();
    await one.beat();
    expect(await admin.api.agentGroupDelete({ group_id })).toEqual({ machines: 1 });
    expect(await one.beat()).toMatchObject({ group: null, settings: {} });
    expect(await one.beat()).toBeNull();
  });

  it('based on an earlier one is refused, and so is a rollout of another', async () => {
    const { group_id } = await admin.api.agentGroupCreate({ name: 'Servers' });
    await admin.api.agentGroupConfigure({ group_id, based_on: 1, settings: { tags: ['a'] } });
    for (const late of [
      () => admin.api.agentGroupConfigure({ group_id, based_on: 1, settings: { tags: ['b'] } }),
      () => admin.api.agentGroupRollOut({ group_id, version: 3, all: true }),
    ])
      await expect(late()).rejects.toMatchObject({ code: 'configuration_changed' });
  });

  it.each([
    { sources: ['exec:rm -rf /'] },
    { sources: ['file:../etc/shadow'] },
    { sources: ['file:/srv/../etc/shadow'] },
    { sources: ['windows:Security?ids=all;calc'] },
    { sources: [] },
    { sources: ['system:', 'system:'] },
    { exclude_event_ids: [4624] },
    { events_per_second: 1 },
    { tags: ['<b>'] },
    { tags: Array.from({ length: 11 }, (_, index) => `t${index}`) },
    { quiet_hours: { days: [1], from: '08:00', to: '08:00' } },
    { quiet_hours: { days: [7], from: '08:00', to: '09:00' } },
    { proxy: 'pac+http://proxy.example/p.pac' },
    { proxy: 'http://user:secret@proxy.example:3128' },
    { proxy: 'file:///etc/passwd' },
    { server: 'https://elsewhere.example' },
    { pins: [] },
  ])('with hostile settings is refused: %j', async (settings) => {
    const { group_id } = await admin.api.agentGroupCreate({ name: 'Servers' });
    await expect(
      admin.api.agentGroupConfigure({ group_id, based_on: 1, settings: settings as object }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('a machine joins', () => {
  it('by its name, at its first heartbeat and when patterns change', async () => {
    const web = await simulate('WEB-01');
    const { group_id } = await admin.api.agentGroupCreate({ name: 'Web', patterns: ['web-*'] });
    await web.beat();
    expect(await web.beat()).toMatchObject({ group: { group_id } });
    const later = await simulate('web-02');
    await later.beat();
    expect(await later.beat()).toMatchObject({ group: { group_id } });
    await admin.api.agentGroupUpdate({ group_id, patterns: ['db-*'] });
    for (const each of [web, later]) expect(await each.beat()).toMatchObject({ group: null });
  });

  it('by its token, otherwise by its installation, and a hand has the last word', async () => {
    const [servers, laptops] = [
      await admin.api.agentGroupCreate({ name: 'Servers', patterns: ['*'] }),
      await admin.api.agentGroupCreate({ name: 'Laptops' }),
    ];
    const { token } = await admin.api.enrolmentsCreate({ group_id: laptops.group_id });
    const plain = await admin.api.enrolmentsCreate({});
    const enrol = (given: string, group: string) =>
      clientOf(fleet.server).api.agentEnrol({
        ...machine,
        token: given,
        machine_id: fresh('machine'),
        group,
      });
    for (const [given, group, name, way] of [
      [token, 'Servers', 'Laptops', 'token'],
      [plain.token, 'laptops', 'Laptops', 'installer'],
      [plain.token, 'No such group', null, null],
    ] as const) {
      const { agent_id } = await enrol(given, group);
      const found = (await admin.api.agents({})).find((each) => each.agent_id === agent_id)!.group;
      expect([found?.name ?? null, found?.joined_by ?? null]).toEqual([name, way]);
    }
    const one = await simulate();
    await admin.api.agentGroupAssign({ group_id: laptops.group_id, agent_ids: [one.agent.id] });
    await admin.api.agentGroupUpdate({ group_id: servers.group_id, patterns: ['prd-*', '*'] });
    await one.beat();
    expect(await one.beat()).toMatchObject({ group: { name: 'Laptops' } });
    await admin.api.agentGroupAssign({ group_id: null, agent_ids: [one.agent.id] });
    expect(await one.beat()).toMatchObject({ group: { name: 'Servers' } });
  });

  it('never a group of another organization', async () => {
    const rival = await createOrganization(fleet.server, 'Rivalry Trust');
    const theirs = await (await rival.as('admin')).api.agentGroupCreate({ name: 'Theirs' });
    const one = await enrolIn(fleet);
    for (const strange of [
      () => admin.api.agentGroupAssign({ group_id: theirs.group_id, agent_ids: [one.id] }),
      () => admin.api.enrolmentsCreate({ group_id: theirs.group_id }),
      () => admin.api.agentGroupRead({ group_id: randomUUID() }),
    ])
      await expect(strange()).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('names of groups are unique, and their number is bounded', async () => {
  await admin.api.agentGroupCreate({ name: 'Servers' });
  await expect(admin.api.agentGroupCreate({ name: 'servers' })).rejects.toMatchObject({
    code: 'group_exists',
  });
  await fleet.server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.agent_groups (tenant_id, name, created_at, created_by)
       SELECT $1, 'Group ' || n, now(), 'ada@northwind.example' FROM generate_series(1, 49) n`,
      [fleet.bank.tenantId],
    ),
  );
  await expect(admin.api.agentGroupCreate({ name: 'One more' })).rejects.toMatchObject({
    code: 'group_limit',
  });
});
