import { ticketMaker } from '@scout/cases/testing/tickets';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { ship } from '../../ingest/testing/ship.ts';
import { assess } from '../assessor/assess.ts';
import { createMemory } from '../assessor/memory.ts';
import { lineOf } from '../assessor/testing/stories.ts';

const HOUR = 3_600_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const NO_KEY = 'session key: 0x12; service: 0x27 keys RC4; client: AES256-CTS-HMAC-SHA1-96 RC4-HMAC-NT';

/** An organization whose controllers' events are assessed. */
async function organization() {
  const bank = await createOrganization(server, fresh('Northwind'));
  const agent = await bank.as('agent');
  const memory = createMemory();
  let batch = 0;
  return {
    ...bank,
    async send(rows: Parameters<typeof lineOf>[0][], now = Date.now()) {
      batch += 1;
      expect((await ship(agent, batch, rows.map(lineOf))).body).toMatchObject({ accepted: rows.length });
      const parts = { pool: server.context.pool, clock: { now: () => now }, memory };
      while ((await assess(parts, bank.tenantId)) === 'more');
    },
  };
}

test('who uses RC4 for which account, from where and why, and an event that shows it', async () => {
  const bank = await organization();
  const { service, first, maker } = ticketMaker();
  const time = Date.now() - 30 * HOUR;
  await bank.send([
    maker.logon(time, 'svc.sql', '5', 'PRD-SQL01'),
    service(time, 'm.keller', 'svc.sql', '10.60.0.9', '0x17', NO_KEY),
    service(time + 60_000, 'm.keller', 'svc.sql', '10.60.0.9', '0x17', NO_KEY),
    service(time, 'm.keller', 'svc.web', '10.60.0.9', '0x12'),
    first(
      time,
      'svc.old',
      '10.1.0.7',
      'pre-authentication: 2; pre-authentication key: 0x17; client: RC4-HMAC-NT',
    ),
  ]);
  const member = await bank.as('member');
  const { uses, next } = await member.api.rc4Uses({});
  expect(next).toBeNull();
  expect(uses).toEqual([
    expect.objectContaining({
      account: 'svc.old',
      requester: null,
      client: '10.1.0.7',
      cause: 'client',
      tickets: 1,
    }),
    {
      account: 'svc.sql',
      requester: 'm.keller',
      client: '10.60.0.9',
      cause: 'no-key',
      tickets: 2,
      first_seen: new Date(time).toISOString(),
      last_seen: new Date(time + 60_000).toISOString(),
      event: expect.any(String),
    },
  ]);
  const event = await member.api.event({ id: uses[1]!.event! });
  expect(event).toMatchObject({ event: { service_name: 'svc.sql', ticket_details: NO_KEY } });
  expect((await member.api.rc4Uses({ account: 'NORTHWIND\\SVC.SQL' })).uses).toHaveLength(1);

  const page = await member.api.rc4Uses({ limit: 1 });
  expect((await member.api.rc4Uses({ limit: 1, cursor: page.next! })).uses).toEqual([uses[1]]);
  expect(
    (await member.api.accounts({ posture: 'uses-rc4' })).accounts.map(({ account }) => account),
  ).toContain('svc.sql');
  expect((await member.api.accountsFacets({})).posture).toContainEqual({ value: 'uses-rc4', count: 2 });
});

test('tickets that come later, in an hour that was judged or in a new one, are counted once', async () => {
  const bank = await organization();
  const { service } = ticketMaker();
  const time = Date.now() - 30 * HOUR;
  const at = (after: number) => service(time + after, 'm.keller', 'svc.sql', '10.60.0.9', '0x17', NO_KEY);
  await bank.send([at(0)]);
  await bank.send([at(5 * HOUR)]);
  await bank.send([at(60_000)]);
  await bank.send([]);
  const { api } = await bank.as('member');
  const { uses } = await api.rc4Uses({});
  expect(uses.map(({ tickets, last_seen }) => [tickets, last_seen])).toEqual([
    [3, new Date(time + 5 * HOUR).toISOString()],
  ]);
});
