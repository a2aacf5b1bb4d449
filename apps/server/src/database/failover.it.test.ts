import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase, spawnServer, type TestDatabase } from '@scout/testkit';
import { createTcpProxy } from '@scout/testkit/tcpProxy';
import { describe, expect, it } from 'vitest';
import { newSecret } from '../crypto/secretText.ts';
import { enrolSender } from './testing/sender.ts';

const operatorToken = newSecret('operator');

/** A server process with a database behind a proxy that can disconnect silently, and a sending agent. */
async function serverBehindProxy(database: TestDatabase) {
  const { host, port, user, password, database: name } = await database.asOwner(async (owner) => owner);
  const proxy = await createTcpProxy(`${host}/.s.PGSQL.${port}`);
  const env = {
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${proxy.port}/${name}`,
    SCOUT_OPERATOR_TOKEN: operatorToken,
  };
  const server = await spawnServer({ env });
  const url = await server.ready;
  return { proxy, server, url, ...(await enrolSender(url, operatorToken)) };
}

// Concurrently: both mostly wait.
describe.concurrent('an unannounced failover', () => {
  it('delays ingest until the database is back, and loses nothing', async () => {
    await using database = await createDatabase();
    const { proxy, server, url, tenantId, send } = await serverBehindProxy(database);
    await using _proxy = proxy;
    await using _server = server;
    expect(await send(1, 60_000)).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    proxy.vanish();
    // More than the pool has connections; no side is notified that the open transactions have ended.
    const batches = Array.from({ length: 15 }, (_, index) => index + 2);
    expect(new Set(await Promise.all(batches.map((batch) => send(batch, 4_000))))).toEqual(new Set([0]));
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);

    proxy.comeBack();
    for (const batch of batches) {
      while ((await send(batch, 40_000)) !== 200) await pause(200);
    }
    const stored = await database.asOwner((owner) =>
      owner.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM scout.tenant_events WHERE tenant_id = $1',
        [tenantId],
      ),
    );
    expect(stored.rows).toEqual([{ count: 16 }]);
    while ((await fetch(`${url}/readyz`)).status !== 200) await pause(200);
  });

  it('does not keep the server from stopping', async () => {
    await using database = await createDatabase();
    const { proxy, server, send } = await serverBehindProxy(database);
    await using _proxy = proxy;
    await using _server = server;
    expect(await send(1, 60_000)).toBe(200);

    proxy.vanish();
    void send(2, 60_000);
    await pause(500);
    expect(await server.end('SIGTERM')).toMatchObject({
      signal: null,
      output: expect.stringContaining('Stopping'),
    });
  });
});
