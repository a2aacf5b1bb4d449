import { startServer } from '@scout/testkit';
import { expect, it } from 'vitest';
import { createGate, GATE_LIMITS } from '../../modules/ingest/gate.ts';
import { createIngestMetrics } from '../../modules/ingest/ingestMetrics.ts';
import { readMigrations } from '../database/migrate.ts';
import { createRequestMetrics } from '../metrics/requestMetrics.ts';

it('many requests for readiness share a query', async () => {
  await using server = await startServer();
  let taken = 0;
  server.context.pool.on('acquire', () => {
    taken += 1;
  });
  const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(`${server.url}/readyz`)));
  expect(await answers[0]!.json()).toMatchObject({ status: 'ok', database: 'ok' });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  // One a second, however long the requests take.
  expect(taken).toBeLessThan(50);
});

/** Status and body of /readyz. */
async function ready({ url }: { readonly url: string }) {
  const response = await fetch(`${url}/readyz`);
  return { code: response.status, body: await response.json() };
}

it('a database that lacks a migration is not ready, and the answer names it', async () => {
  await using server = await startServer();
  await server.database.asOwner((owner) =>
    owner.query("DELETE FROM scout.schema_migrations WHERE name <> 'baseline'"),
  );
  expect(await ready(server)).toEqual({
    code: 503,
    body: {
      status: 'unavailable',
      database: 'ok',
      migrations: 'behind',
      missing_migrations: (await readMigrations()).map(({ name }) => name).slice(1),
      disk: 'ok',
      ingest: 'ok',
      queue: 'ok',
    },
  });
});

it('an emptied database is not ready', async () => {
  await using server = await startServer();
  await server.database.asOwner((owner) => owner.query('DROP SCHEMA scout CASCADE'));
  expect(await ready(server)).toMatchObject({
    code: 503,
    body: { migrations: 'behind', missing_migrations: expect.arrayContaining(['baseline']) },
  });
});

it('a database that a newer version migrated is ready: servers are replaced one after the other', async () => {
  await using server = await startServer();
  await server.database.asOwner((owner) =>
    owner.query("INSERT INTO scout.schema_migrations VALUES ('20991231T2359_later.sql', 'x')"),
  );
  expect(await ready(server)).toMatchObject({ code: 200, body: { status: 'ok', migrations: 'ahead' } });
});

it('an ingest that can hold no more batches says so, while sign-in and reading are ready', async () => {
  const gate = createGate({ ...GATE_LIMITS, batches: 2 });
  await using server = await startServer({
    meters: { requests: createRequestMetrics(), ingest: createIngestMetrics(), gate },
  });
  const places = ['one', 'two'].map((tenantId) => gate.enter({ tenantId, agentId: tenantId }));
  expect(await ready(server)).toMatchObject({ code: 200, body: { status: 'ok', ingest: 'full' } });
  for (const place of places) place.leave();
  expect(await ready(server)).toMatchObject({ code: 200, body: { ingest: 'ok' } });
});
