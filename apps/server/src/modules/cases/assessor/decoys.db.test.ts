import { ticketMaker } from '@scout/cases/testing/tickets';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { ship } from '../../ingest/testing/ship.ts';
import { assess } from './assess.ts';
import { createMemory } from './memory.ts';
import { lineOf } from './testing/stories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('a ticket for a decoy is a critical case at once; what came before the mark is none', async () => {
  const bank = await createOrganization(server, fresh('Northwind'));
  const agent = await bank.as('agent');
  const admin = await bank.as('admin');
  const { service } = ticketMaker();
  const memory = createMemory();
  const settle = async () => {
    const parts = { pool: server.context.pool, clock: { now: () => Date.now() }, memory };
    while ((await assess(parts, bank.tenantId)) === 'more');
  };
  const ask = (time: number) => service(time, 'm.keller', 'svc.archive', '10.60.0.9');
  await ship(agent, 1, [lineOf(ask(Date.now() - 60_000))]);
  await settle();
  await admin.api.accountsDecoy({ account: 'svc.archive', is_decoy: true });
  await settle();
  expect((await admin.api.cases({})).cases).toEqual([]);
  await ship(agent, 2, [lineOf(ask(Date.now()))]);
  await settle();
  const { cases } = await admin.api.cases({});
  expect(cases).toMatchObject([
    {
      account: 'svc.archive',
      kind: 'decoy-touched',
      severity: 'critical',
      persons: ['m.keller'],
      sources: ['10.60.0.9'],
      sentence: expect.stringContaining(
        'm.keller requested a Kerberos ticket for the decoy svc.archive from 10.60.0.9',
      ),
    },
  ]);
  await admin.api.accountsDecoy({ account: 'svc.archive', is_decoy: false });
  await settle();
  expect((await admin.api.accountsRead({ account: 'svc.archive' })).decoy).toBeNull();
  await ship(agent, 3, [lineOf(ask(Date.now()))]);
  await settle();
  const after = await admin.api.cases({});
  expect(after.cases).toMatchObject([
    { kind: 'decoy-touched', sentence: expect.stringContaining(': 1 event on') },
  ]);
});

test('neither a mark nor its end judges history again', async () => {
  const bank = await createOrganization(server, fresh('Northwind'));
  const agent = await bank.as('agent');
  const admin = await bank.as('admin');
  const { first } = ticketMaker();
  const memory = createMemory();
  const settle = async () => {
    const parts = { pool: server.context.pool, clock: { now: () => Date.now() }, memory };
    while ((await assess(parts, bank.tenantId)) === 'more');
  };
  const state = () =>
    server.database.asOwner(async (owner) => {
      const { rows } = await owner.query(
        `SELECT settings, (SELECT json_agg(s ORDER BY s.hour) FROM (SELECT hour, xmin::text FROM scout.assessment_snapshots
           WHERE tenant_id = $1) s) AS snapshots FROM scout.assessments WHERE tenant_id = $1`,
        [bank.tenantId],
      );
      return rows;
    });
  await ship(agent, 1, [lineOf(first(Date.now() - 3 * 86_400_000, 'svc.billing', '10.60.0.9'))]);
  await settle();
  const before = await state();
  expect(before).toMatchObject([{ settings: expect.any(String), snapshots: expect.any(Array) }]);
  for (const is_decoy of [true, false]) {
    await admin.api.accountsDecoy({ account: 'svc.archive', is_decoy });
    await settle();
    expect(await state()).toEqual(before);
  }
});
