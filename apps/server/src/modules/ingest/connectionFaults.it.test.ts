import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clientOf, createDatabase, type SpawnedServer, spawnServer, type TestDatabase } from '@scout/testkit';
import { freePort } from '@scout/testkit/freePort';
import { createTcpProxy, type TcpProxy } from '@scout/testkit/tcpProxy';
import { describe, expect, it, type TestContext } from 'vitest';
import { lengthOf } from '../../../../../scripts/testLength.mjs';
import { newSecret } from '../../platform/crypto/secretText.ts';
import { enrolSender } from '../../platform/database/testing/sender.ts';
import { spawnAgent } from './testing/agentProcess.ts';
import { expectExactlyOnce, newRandom } from './testing/exactlyOnce.ts';
import { growFile } from './testing/growingFile.ts';

const operatorToken = newSecret('operator');
/** Bytes per second at which a batch takes longer than a server waits for it. */
const TOO_SLOW = 500;
/** Enough for batches, in many pieces. */
const SLOW = 20_000;
const CUTS = lengthOf(4, 12);
/** Seconds that an agent waits for a response: its default in the long form. */
const PATIENCE = lengthOf(10, 60);

/** A socket in a folder, or a port of this machine. */
const addressOf = (host: string, port: number) => (host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : port);

/** A server with two proxies: one before it, for agents, and one before its database. */
async function scene({ onTestFinished }: TestContext) {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const { host, port: socket, user, password, database: name } = await database.asOwner(async (one) => one);
  const beforeDatabase = await createTcpProxy(addressOf(host, socket));
  onTestFinished(() => beforeDatabase[Symbol.asyncDispose]());
  const port = await freePort();
  const beforeServer = await createTcpProxy(port);
  onTestFinished(() => beforeServer[Symbol.asyncDispose]());
  const server = await spawnServer({
    env: {
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${beforeDatabase.port}/${name}`,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${beforeServer.port}`,
      SCOUT_OPERATOR_TOKEN: operatorToken,
      SCOUT_SAMPLE: 'off',
    },
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  await server.ready;
  return {
    ownerUrl: database.ownerUrl,
    server,
    url: `http://127.0.0.1:${port}`,
    beforeServer,
    beforeDatabase,
  };
}

/** The agent's process, which sends a growing file to the server through the first proxy. */
async function sendingAgent({ expect, onTestFinished }: TestContext, url: string, proxy: TcpProxy) {
  const random = newRandom();
  const operator = clientOf({ url }, operatorToken);
  const company_name = 'Northwind Bank';
  const { tenant_id } = await operator.api.operatorTenantsCreate({ company_name, is_subscribed: true });
  const { token } = await operator.api.operatorEnrolmentsCreate({ tenant_id });
  const folder = await mkdtemp(join(tmpdir(), 'scout-faults-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'events.ndjson');
  const file = growFile(path, random, 300);
  onTestFinished(async () => void (await file.finish()));
  const server = `http://127.0.0.1:${proxy.port}`;
  const state = join(folder, 'agent');
  const args = [
    ['--server', server],
    ['--token', token],
    ['--state', state],
    ['--source', `file:${path}`],
    ['--timeout', String(PATIENCE)],
  ].flat();
  const agent = spawnAgent(args);
  onTestFinished(() => void agent.process.kill('SIGKILL'));
  const stored = async (): Promise<number> => {
    const agents = await operator.api.operatorAgentsList({ tenant_id });
    return agents.reduce((sum, one) => sum + one.events_accepted, 0);
  };
  return {
    random,
    agent,
    stored,
    /** Resolves when the server has stored events that it had not at the call. */
    async flows(): Promise<void> {
      const before = await stored().catch(() => 0);
      await expect.poll(() => stored().catch(() => 0), { timeout: 240_000 }).toBeGreaterThan(before);
    },
    /** Sends the rest. @returns the number of lines of the file */
    async finish(): Promise<number> {
      const lines = await file.finish();
      agent.process.kill('SIGTERM');
      await agent.ended;
      const last = spawnAgent([...args, '--once']);
      const { code, stderr } = await last.ended;
      expect(code, stderr).toBe(0);
      return lines;
    },
  };
}

const said = (server: SpawnedServer, text: string) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(text));

// All tests are concurrent: they mostly wait.
it.concurrent('an agent’s events are stored once over connections to the server that are reset, slow and silent', {
  timeout: 900_000,
}, async (context) => {
  const { expect } = context;
  const { ownerUrl, server, url, beforeServer: proxy } = await scene(context);
  const { random, agent, flows, finish } = await sendingAgent(context, url, proxy);
  await flows();
  let cut = 0;
  while (cut < CUTS) {
    cut += proxy.cut();
    await pause(random() * 1000);
  }
  await flows();
  proxy.slow(SLOW);
  await flows();
  proxy.slow(TOO_SLOW);
  await pause(lengthOf(5_000, 15_000));
  // In the middle of a batch that is on its way. One on a kept connection is sent again at once, without a message.
  const cutAgain = (): string => {
    proxy.cut();
    return agent.stderr();
  };
  await expect
    .poll(cutAgain, { interval: 1000, timeout: 60_000 })
    .toContain('(read ECONNRESET); retrying in');
  proxy.slow(Number.POSITIVE_INFINITY);
  await flows();
  proxy.vanish();
  await pause(lengthOf(2_000, 10_000));
  proxy.comeBack();
  await flows();
  const lines = await finish();
  await expectExactlyOnce(ownerUrl, lines);
  console.log(`${lines} events, ${cut} resets; the agent said:\n${agent.stderr()}`);
  for (const line of [`no response within ${PATIENCE} s; retrying in`, 'again\n'])
    expect(agent.stderr()).toContain(line);
  // Nothing that a client did is an error of the server.
  expect(said(server, '"level":50')).toEqual([]);
});

it.concurrent('an agent’s events are stored once over connections to the database that are reset and slow', {
  timeout: 900_000,
}, async (context) => {
  const { expect } = context;
  const { ownerUrl, server, url, beforeServer, beforeDatabase: proxy } = await scene(context);
  const { random, flows, finish } = await sendingAgent(context, url, beforeServer);
  await flows();
  let cut = 0;
  while (cut < 10 * CUTS) {
    cut += proxy.cut();
    await pause(random() * 2000);
  }
  await flows();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  proxy.slow(SLOW);
  await pause(lengthOf(5_000, 20_000));
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  proxy.cut();
  proxy.slow(Number.POSITIVE_INFINITY);
  await flows();
  const lines = await finish();
  await expectExactlyOnce(ownerUrl, lines);
  console.log(`${lines} events, ${cut} resets; the server said:\n${server.output()}`);
});

/** A server process with a database behind a proxy that can disconnect silently, and a sending agent. */
async function serverBehindProxy(database: TestDatabase) {
  const { host, port, user, password, database: name } = await database.asOwner(async (owner) => owner);
  const proxy = await createTcpProxy(addressOf(host, port));
  const env = {
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${proxy.port}/${name}`,
    SCOUT_OPERATOR_TOKEN: operatorToken,
  };
  const server = await spawnServer({ env });
  const url = await server.ready;
  return { proxy, server, url, ...(await enrolSender(url, operatorToken)) };
}

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
