import { at, quietMonth } from '@scout/cases/testing/rows';
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

/** A case of an account that came from a machine which no event told of, at a bank with or without a directory. */
async function severityOf(hasDirectory: boolean): Promise<unknown> {
  const bank = await createOrganization(server, fresh('Northwind'));
  if (hasDirectory) {
    await seedDirectory(run, bank.tenantId, {
      account: 'svc.ledger1',
      privilegedGroups: ['Backup Operators'],
    });
    await run(
      `INSERT INTO scout.directory_computers (tenant_id, directory_id, object_guid, host_key, name, dn, spns, role, is_enabled, delegation,
         delegates_to, acted_for_by)
       SELECT tenant_id, directory_id, gen_random_uuid(), 'orion7', 'ORION7', 'CN=ORION7', '{}', 'workstation', true, 'none', '{}', '{}'
       FROM scout.directories WHERE tenant_id = $1`,
      [bank.tenantId],
    );
    while (await registerNext(server.context.pool, Date.now()));
  }
  const { rows, maker } = quietMonth();
  const agent = await bank.as('agent');
  const all = [...rows, maker.logon(at(22, 10), 'svc.ledger1', '3', 'DB1', 'ORION7')];
  await ship(agent, 1, all.map(lineOf));
  const parts = { pool: server.context.pool, clock: { now: () => at(31, 0) }, memory: createMemory() };
  while ((await assess(parts, bank.tenantId)) === 'more');
  const { rows: found } = await run(
    `SELECT severity, account FROM scout.cases WHERE tenant_id = $1 AND account_key = 'svc.ledger1'`,
    [bank.tenantId],
  );
  return found;
}

test('the assessor knows a workstation by its directory, and a privileged account by its groups', async () => {
  expect(await severityOf(false)).not.toMatchObject([{ severity: 'high' }]);
  expect(await severityOf(true)).toMatchObject([{ severity: 'high' }]);
});

test('roles of machines that a directory reads change no earlier judgment', async () => {
  const bank = await createOrganization(server, fresh('Northwind'));
  const agent = await bank.as('agent');
  const memory = createMemory();
  const settle = async () => {
    const parts = { pool: server.context.pool, clock: { now: () => at(31, 0) }, memory };
    while ((await assess(parts, bank.tenantId)) === 'more');
  };
  const position = async () =>
    (await run('SELECT settings FROM scout.assessments WHERE tenant_id = $1', [bank.tenantId])).rows;
  await ship(agent, 1, quietMonth().rows.map(lineOf));
  await settle();
  const before = await position();
  await seedDirectory(run, bank.tenantId, { account: 'svc.ledger1', created: new Date(at(-900, 0)) });
  while (await registerNext(server.context.pool, Date.now()));
  await settle();
  expect(await position()).toEqual(before);
});
