import { createHash, randomUUID } from 'node:crypto';
import { clientOf, createClock } from '@scout/testkit';
import { expect, it } from 'vitest';
import { startFleet } from '../../../testing/fleet.ts';
import { Simulated } from '../../../testing/simulatedAgent.ts';

const MACHINES = 1_000;
/** Heartbeats at once. */
const AT_ONCE = 50;

it(`a change reaches ${MACHINES} agents ring by ring, goes back, and names the one that refuses it`, {
  timeout: 300_000,
}, async () => {
  const fleet = await startFleet(createClock(new Date().toISOString()));
  const { server, bank, admin } = fleet;
  try {
    const credentials = Array.from({ length: MACHINES }, () => `scout_agent_${randomUUID()}`);
    const ids = await server.database.asOwner(async (owner) => {
      const { rows } = await owner.query<{ agent_id: string }>(
        `INSERT INTO scout.agents (tenant_id, machine_id, host, platform, version, credential_hash, enrolled_at, credential_issued_at)
         SELECT $1, 'machine ' || n, 'web-' || n, 'linux 6.12.1 x64', '0.2.0', hash, now(), now()
         FROM unnest($2::bytea[]) WITH ORDINALITY AS given (hash, n) ORDER BY n RETURNING agent_id`,
        [bank.tenantId, credentials.map((text) => createHash('sha256').update(text).digest())],
      );
      return rows.map(({ agent_id }) => agent_id);
    });
    const agents = credentials.map(
      (credential, at) => new Simulated({ ...clientOf(server, credential), id: ids[at]! }, `web-${at + 1}`),
    );
    const beatAll = async () => {
      for (let from = 0; from < MACHINES; from += AT_ONCE)
        await Promise.all(agents.slice(from, from + AT_ONCE).map((agent) => agent.beat()));
    };
    /** Number of agents with each version. */
    const versions = () => {
      const found: Record<string, number> = {};
      for (const { report } of agents) {
        const version = report.applied?.version ?? 'none';
        found[version] = (found[version] ?? 0) + 1;
      }
      return found;
    };

    const { group_id } = await admin.api.agentGroupCreate({ name: 'Web', patterns: ['web-*'] });
    await beatAll();
    await beatAll();
    expect(versions()).toEqual({ 1: MACHINES });

    await admin.api.agentGroupConfigure({
      group_id,
      based_on: 1,
      settings: { events_per_second: 200, tags: ['web'] },
    });
    await beatAll();
    expect(versions()).toEqual({ 1: MACHINES });
    for (const [machines, reached] of [
      [10, 10],
      [100, 110],
    ] as const) {
      await admin.api.agentGroupRollOut({ group_id, version: 2, machines });
      await beatAll();
      expect(versions()).toEqual({ 1: MACHINES - reached, 2: reached });
    }
    const refusing = agents.find(({ report }) => report.applied?.version === 1)!;
    refusing.refusing = 'The file of this machine says "central": false.';
    await admin.api.agentGroupRollOut({ group_id, version: 2, all: true });
    await beatAll();
    // The refusal is reported with the second heartbeat.
    await beatAll();
    expect(versions()).toEqual({ 1: 1, 2: MACHINES - 1 });
    const { counts, machines } = await admin.api.agentGroupRead({ group_id });
    expect(counts).toEqual({
      machines: MACHINES,
      current: MACHINES - 1,
      pending: 0,
      refused: 1,
      unsupported: 0,
    });
    expect(machines[0]).toMatchObject({
      host: refusing.host,
      state: 'refused',
      version: 1,
      message: refusing.refusing,
    });

    await admin.api.agentGroupReturn({ group_id, version: 1 });
    await beatAll();
    expect(versions()).toEqual({ 1: MACHINES });
    expect(agents.every(({ settings }) => settings.tags === undefined)).toBe(true);
  } finally {
    await server.stop();
  }
});
