import { limits } from '@scout/contract';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fleetView } from '../fleet/health.ts';
import { summarizeFleets } from './agents.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Adds agents with as many sources as are possible; every second one has one that failed. */
const fill = (tenantId: string, count: number) =>
  server.database.asOwner((client) =>
    client.query(
      `INSERT INTO scout.agents (tenant_id, machine_id, host, platform, version, credential_hash, enrolled_at,
         credential_issued_at, last_seen_at, queue_depth, waiting_seconds, sources)
       SELECT $1::uuid, 'filled ' || n, 'HOST' || n, 'linux', '0.1.0', sha256(n::text::bytea || $1::uuid::text::bytea), $6::timestamptz, $6, $6, 3,
         CASE WHEN n % 5 = 0 THEN 1000 END,
         (SELECT jsonb_agg(jsonb_build_object('name', repeat('n', $3::int), 'state', CASE WHEN s = 7 AND n % 2 = 0 THEN 'failed' ELSE 'reading' END,
           'message', repeat('m', $4::int))) FROM generate_series(1, $5::int) s)
       FROM generate_series(1, $2::int) n`,
      [
        tenantId,
        count,
        limits.agent.sourceNameMax,
        limits.agent.sourceMessageMax,
        limits.agent.sourcesPerHeartbeat,
        new Date(),
      ],
    ),
  );

it('fleets of all organizations are summarized page by page, without the lists of sources', async () => {
  const [bank, rival] = [
    await createOrganization(server, 'Northwind Bank'),
    await createOrganization(server, 'Alder'),
  ];
  await fill(bank.tenantId, 2_000);
  await fill(rival.tenantId, 10);
  const pages: { rows: number; bytes: number }[] = [];
  const fleets = await server.database.withRole({ role: 'scout_operator' }, (tx, client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<{ rows: unknown[] }>;
    const watched = async (...given: unknown[]) => {
      const result = await query(...given);
      pages.push({ rows: result.rows.length, bytes: JSON.stringify(result.rows).length });
      return result;
    };
    Object.assign(client, { query: watched });
    return summarizeFleets(tx, fleetView(server.context)).finally(() => Object.assign(client, { query }));
  });
  expect(fleets.get(bank.tenantId)).toMatchObject({
    lagging: 400,
    waiting: 6_000,
    states: { healthy: 800, attention: 1_200 },
  });
  expect(fleets.get(rival.tenantId)).toMatchObject({ lagging: 2, waiting: 30 });
  for (const { rows, bytes } of pages) {
    expect(rows).toBeLessThanOrEqual(1_000);
    expect(bytes).toBeLessThan(rows * 2_000 + 1);
  }
});
