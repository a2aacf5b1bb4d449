import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type AgentProcess, runAgent, startAgent } from './agentProcess.ts';
import { securityEvent } from './windows/standIn.ts';

let server: TestServer;
let organization: TestOrganization;
let folder: string;
let agent: AgentProcess;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  organization = await createOrganization(server, 'Northwind Bank');
  folder = await mkdtemp(join(tmpdir(), 'scout-group-'));
});
afterEach(async () => {
  agent.child.kill('SIGTERM');
  await agent.ended;
  await rm(folder, { recursive: true });
});

const line = (record: number): string => `${JSON.stringify({ xml: securityEvent(record) })}\n`;
const stored = (): Promise<number[]> =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ record_id: number }>(
      'SELECT record_id::int FROM scout.tenant_events WHERE tenant_id = $1 ORDER BY 1',
      [organization.tenantId],
    );
    return rows.map(({ record_id }) => record_id);
  });
const soon = { timeout: 30_000, interval: 200 };

it('a service takes the configuration of its group, reads its sources, refuses what the machine forbids, and goes back', {
  timeout: 120_000,
}, async () => {
  const admin = await organization.as('admin');
  const { token } = await admin.api.enrolmentsCreate({});
  const permitted = join(folder, 'logs');
  await mkdir(permitted);
  const own = join(folder, 'own.ndjson');
  const central = join(permitted, 'central.ndjson');
  await writeFile(own, line(1));
  await writeFile(central, line(100));
  const config = join(folder, 'agent.json');
  const file = {
    server: server.url,
    host: 'PRD-SQL01',
    heartbeat: 1,
    sources: [`file:${own}`],
    central_paths: [permitted],
  };
  await writeFile(config, JSON.stringify(file));
  const state = join(folder, 'state');
  agent = startAgent(['run', '--config', config, '--state', state], { SCOUT_ENROLMENT_TOKEN: token });

  const { group_id } = await admin.api.agentGroupCreate({ name: 'Databases', patterns: ['prd-*'] });
  const machine = async () => (await admin.api.agentGroupRead({ group_id })).machines[0];
  await vi.waitFor(
    async () => expect(await machine()).toMatchObject({ state: 'current', version: 1, joined_by: 'name' }),
    soon,
  );
  await vi.waitFor(async () => expect(await stored()).toEqual([1]), soon);

  /** Saves a configuration, and gives it to all machines. */
  const give = async (based_on: number, settings: object) => {
    await admin.api.agentGroupConfigure({ group_id, based_on, settings });
    await admin.api.agentGroupRollOut({ group_id, version: based_on + 1, all: true });
  };
  const quiet_hours = { days: [1, 2, 3], from: '08:00', to: '18:00' };
  await give(1, { tags: ['database'], events_per_second: 500, quiet_hours });
  await vi.waitFor(async () => expect(await machine()).toMatchObject({ state: 'current', version: 2 }), soon);
  await give(2, { sources: [`file:${central}`] });
  await vi.waitFor(async () => expect(await stored()).toEqual([1, 100]), soon);
  expect(await machine()).toMatchObject({ state: 'current', version: 3 });

  await give(3, { sources: ['file:/etc/shadow'] });
  await vi.waitFor(
    async () =>
      expect(await machine()).toMatchObject({
        state: 'refused',
        version: 3,
        wanted: 4,
        message: expect.stringContaining('/etc/shadow is outside of the folders'),
      }),
    soon,
  );
  await appendFile(central, line(101));
  await vi.waitFor(async () => expect(await stored()).toEqual([1, 100, 101]), soon);

  await admin.api.agentGroupReturn({ group_id, version: 2 });
  await vi.waitFor(async () => expect(await machine()).toMatchObject({ state: 'current', version: 2 }), soon);
  await appendFile(own, line(2));
  await vi.waitFor(async () => expect(await stored()).toEqual([1, 2, 100, 101]), soon);
  const status = await runAgent(['status', '--state', state]);
  expect(status.stdout).toContain('Configuration    version 2 of the group Databases');
});
