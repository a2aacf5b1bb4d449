import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from './run.ts';

let server: TestServer;
let bank: TestOrganization;
beforeAll(async () => {
  server = await startServer();
  await writeFile(
    join(server.dataDir, 'server.json'),
    JSON.stringify({ pid: process.pid, address: server.url }),
  );
  bank = await createOrganization(server, 'Northwind Bank');
  await createOrganization(server, 'Alder Health');
  await bank.as('agent');
});
afterAll(() => server.stop());

async function status(...args: readonly string[]) {
  const ran = { out: '', error: '' };
  const code = await run(['operator', 'status', ...args], {
    env: { SCOUT_DATA_DIR: server.dataDir },
    out: (text) => {
      ran.out += text;
    },
    error: (text) => {
      ran.error += text;
    },
    readInput: async () => '',
  });
  return { code, ...ran };
}

it('tells how the agents of every organization are, and that nothing is wrong', async () => {
  const { code, out } = await status('--json');
  expect(code).toBe(0);
  const answer = JSON.parse(out);
  expect(answer.troubles).toEqual([]);
  expect(answer.organizations).toMatchObject([
    { company_name: 'Alder Health', agents: { healthy: 0 } },
    {
      company_name: 'Northwind Bank',
      agents: { healthy: 1, silent: 0 },
      lagging: 0,
      events_waiting: 0,
      bytes_today: 0,
    },
  ]);
  expect((await status('--check')).code).toBe(0);
  expect((await status()).out).toContain('No problems.');
});

it('tells of the last backup', async () => {
  expect((await status()).out).toMatch(/last backup +none/);
  await server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.backups VALUES ('2026-11-22T08:00:00Z', 9), ('2026-11-23T08:00:00Z', 7300000)`,
    ),
  );
  const { out } = await status('--json');
  expect(JSON.parse(out).backup).toEqual({
    last: { made_at: '2026-11-23T08:00:00.000Z', bytes: 7_300_000 },
    due_days: null,
  });
  expect((await status()).out).toContain('2026-11-23T08:00:00.000Z');
});

it('tells what is wrong, in words and by its exit code', async () => {
  const agentId = await bank.agentId();
  await server.database.asOwner(async (owner) => {
    await owner.query(
      `UPDATE scout.agents SET last_seen_at = now() - interval '1 day', queue_depth = 70 WHERE agent_id = $1`,
      [agentId],
    );
    // One that a worker has already logged.
    await owner.query(
      `INSERT INTO pgboss.job (name, state, created_on, completed_on) VALUES ('mail-dead', 'completed', now() - interval '2 hours', now())`,
    );
  });
  const { out } = await status('--json');
  expect(JSON.parse(out)).toMatchObject({
    troubles: [
      { trouble: 'mail_lost', count: 1, next_step: expect.stringContaining('log of the server') },
      { trouble: 'agents_silent', count: 1, next_step: expect.stringContaining('scout agent list') },
    ],
    mail: { lost: 1 },
    organizations: [{}, { agents: { healthy: 0, silent: 1 }, events_waiting: 70 }],
  });
  expect((await status()).out).toContain(
    '1: Agents are silent.\n  List them with scout agent list --tenant ID',
  );
  const { code, error } = await status('--check');
  expect(code).toBe(1);
  expect(error).toContain('Agents are silent.');
});
