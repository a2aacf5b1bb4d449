import { ticketMaker } from '@scout/cases/testing/tickets';
import { STANDARD_SETTINGS } from '@scout/detection';
import { createOrganization, seedDirectory, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { registerNext } from '../../directory/sql/register.ts';
import { ship } from '../../ingest/testing/ship.ts';
import { assess } from './assess.ts';
import { createMemory } from './memory.ts';
import { lineOf } from './testing/stories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const run = (sql: string, values: unknown[] = []) =>
  server.database.asOwner((owner) => owner.query(sql, values));

async function bankWithDirectory() {
  const bank = await createOrganization(server, fresh('Northwind'));
  const memory = createMemory();
  const sync = async (change: string) => {
    await run(`UPDATE scout.directory_accounts SET ${change} WHERE tenant_id = $1`, [bank.tenantId]);
    await run('UPDATE scout.directories SET registered_version = NULL WHERE tenant_id = $1', [bank.tenantId]);
    while (await registerNext(server.context.pool, Date.now()));
  };
  const settle = async (now = Date.now()) => {
    const parts = { pool: server.context.pool, clock: { now: () => now }, memory };
    while ((await assess(parts, bank.tenantId)) === 'more');
  };
  await seedDirectory(run, bank.tenantId, { account: 'svc.etl' });
  await sync('is_enabled = true');
  await settle();
  return { ...bank, sync, settle, admin: await bank.as('admin') };
}

test('an account that becomes privileged is a case, without any event, told once and kept when history is judged again', async () => {
  const { tenantId, sync, settle, admin, as } = await bankWithDirectory();
  expect((await admin.api.cases({})).cases).toEqual([]);
  await sync(`privileged_groups = '{Domain Admins}'`);
  await settle();
  const { cases } = await admin.api.cases({});
  expect(cases).toMatchObject([
    {
      account: 'svc.etl',
      kind: 'posture-worse',
      severity: 'medium',
      persons: [],
      sentence: expect.stringContaining('svc.etl became a member of a privileged group'),
    },
  ]);
  const steps = await run(
    'SELECT step, is_history FROM scout.alert_steps WHERE tenant_id = $1 ORDER BY step',
    [tenantId],
  );
  expect(steps.rows).toEqual([
    { step: 'opened', is_history: false },
    { step: 'severity:medium', is_history: false },
  ]);
  const file = await admin.api.casesRead({ number: cases[0]!.number });
  expect(file).toMatchObject({ findings: [{ kind: 'posture-worse', events: [] }] });

  const agent = await as('agent');
  const { first } = ticketMaker();
  await ship(agent, 1, [lineOf(first(Date.now() - 86_400_000, 'svc.billing', '10.60.0.9'))]);
  await settle();
  const settings = {
    ...structuredClone(STANDARD_SETTINGS),
    service_accounts: { standard: true, entries: ['sa_*'] },
  };
  await admin.api.detectionSettingsSave({ version: 0, settings: settings as never });
  await settle(Date.now() + 2 * 3_600_000);
  expect((await admin.api.cases({})).cases.map(({ number }) => number)).toEqual([cases[0]!.number]);
});

test('what a directory showed from the start is no case', async () => {
  const { tenantId, sync, settle, admin } = await bankWithDirectory();
  await seedDirectory(run, tenantId, { account: 'svc.other', privilegedGroups: ['Domain Admins'] });
  await sync('is_enabled = true');
  await settle();
  expect((await admin.api.cases({})).cases).toEqual([]);
});
