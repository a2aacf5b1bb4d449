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
  await ship(agent, 2, [lineOf(ask(Date.now() + 1_000))]);
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
});
