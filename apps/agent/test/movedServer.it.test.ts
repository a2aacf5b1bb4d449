import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createDatabase,
  createOrganization,
  startServer,
  type TestDatabase,
  type TestServer,
} from '@scout/testkit';
import { freePort } from '@scout/testkit/freePort';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { runAgent, startAgent } from './agentProcess.ts';
import { eventually } from './packages/packagesFixture.ts';
import { securityEvent } from './windows/standIn.ts';

let database: TestDatabase;
let folder: string;
let log: string;
let names = 0;
const servers: TestServer[] = [];

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-moved-'));
  log = join(folder, 'security.xml');
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await rm(folder, { recursive: true });
});

const urlOf = (port: number) => `http://127.0.0.1:${port}`;

async function open(port: number, agentUrls: readonly string[] = [], own: TestDatabase = database) {
  const server = await startServer({ database: own, port, config: { agentUrls } });
  servers.push(server);
  return server;
}
async function close(server: TestServer) {
  servers.splice(servers.indexOf(server), 1);
  await server.stop();
}

const write = (from: number, to: number) => {
  const lines = Array.from({ length: to - from + 1 }, (_, index) => `${securityEvent(from + index)}\n`);
  return appendFile(log, lines.join(''));
};
const stored = (tenantId: string): Promise<number[]> =>
  database.asOwner(async (client) => {
    const { rows } = await client.query<{ record_id: string }>(
      'SELECT record_id::text FROM scout.tenant_events WHERE tenant_id = $1 ORDER BY tenant_events.record_id',
      [tenantId],
    );
    return rows.map(({ record_id }) => Number(record_id));
  });
const credential = async () =>
  JSON.parse(await readFile(join(folder, 'state', 'credential.json'), 'utf8')) as {
    server: string;
    moved_to?: string;
    addresses?: string[];
    credential: string;
    agent_id: string;
  };
const runArguments = (server: string, ...more: string[]) => [
  ...['run', '--server', server, '--state', join(folder, 'state'), '--source', `file:${log}`],
  ...['--heartbeat', '0.1', '--timeout', '2', ...more],
];

async function tokenOf(server: TestServer) {
  names += 1;
  const bank = await createOrganization(server, `Northwind Bank ${names}`);
  const { token } = await (await bank.as('admin')).api.enrolmentsCreate({ label: 'PRD-SQL01' });
  return { tenantId: bank.tenantId, env: { SCOUT_ENROLMENT_TOKEN: token } };
}

/** A running agent that has sent two events and has stored its server's announced address. */
async function agentThatKnows(former: TestServer, announced: string) {
  const { tenantId, env } = await tokenOf(former);
  await write(1, 2);
  const agent = startAgent(runArguments(former.url), env);
  onTestFailed(() => {
    process.stderr.write(agent.stderr);
  });
  await eventually(
    () => stored(tenantId),
    (ids) => ids.length === 2,
  );
  await eventually(
    () => credential().catch(() => null),
    (kept) => kept?.addresses?.includes(announced) ?? false,
  );
  const stop = async () => {
    agent.child.kill('SIGTERM');
    await agent.ended;
  };
  return { agent, tenantId, env, stop };
}

/** A server at an address that records the requests it receives. */
async function stranger(port: number, answer: (request: IncomingMessage, body: string) => Promise<unknown>) {
  const seen: { path: string; authorization: string | undefined }[] = [];
  const listener = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      seen.push({ path: request.url ?? '', authorization: request.headers.authorization });
      const body = await answer(request, Buffer.concat(chunks).toString());
      response.writeHead(body === null ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  }).listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const stop = async () => {
    listener.closeAllConnections();
    listener.close();
    await once(listener, 'close');
  };
  return { seen, [Symbol.asyncDispose]: stop };
}

describe('a server that moves', () => {
  it('is followed to the address that it announced, and every event is stored once', async () => {
    const [before, after] = [await freePort(), await freePort()];
    const former = await open(before, [urlOf(after)]);
    const { agent, tenantId, stop } = await agentThatKnows(former, urlOf(after));
    await close(former);
    await write(3, 5);
    await open(after);
    await eventually(
      () => stored(tenantId),
      (ids) => ids.length === 5,
    );
    expect(await stored(tenantId)).toEqual([1, 2, 3, 4, 5]);
    expect(agent.stderr).toContain(`the server has moved from ${urlOf(before)} to ${urlOf(after)}`);
    await stop();
    expect(await credential()).toMatchObject({ server: urlOf(before), moved_to: urlOf(after) });

    // Restarted with the same configuration: it has stored the server's new address.
    await write(6, 6);
    const again = await runAgent(runArguments(urlOf(before), '--once'));
    expect(again, again.stderr).toMatchObject({ code: 0 });
    // And configured with the new address.
    await write(7, 7);
    const configured = await runAgent(runArguments(urlOf(after), '--once'));
    expect(configured, configured.stderr).toMatchObject({ code: 0 });
    expect(await stored(tenantId)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await credential()).not.toHaveProperty('moved_to');
  });

  it('is followed to an address that the agent is started with, without another token', async () => {
    const former = await open(await freePort());
    const { tenantId, env } = await tokenOf(former);
    await write(1, 2);
    expect(await runAgent(runArguments(former.url, '--once'), env)).toMatchObject({ code: 0 });
    const { agent_id } = await credential();
    await close(former);
    const next = await open(await freePort());
    await write(3, 4);
    const moved = await runAgent(runArguments(next.url, '--once'));
    expect(moved, moved.stderr).toMatchObject({ code: 0 });
    expect(await stored(tenantId)).toEqual([1, 2, 3, 4]);
    expect(await credential()).toMatchObject({ server: next.url, agent_id });
  });
});

describe('another server at a known address', () => {
  it('is sent no credential', async () => {
    const former = await open(await freePort());
    const { env } = await tokenOf(former);
    await write(1, 2);
    expect(await runAgent(runArguments(former.url, '--once'), env)).toMatchObject({ code: 0 });
    await using other = await createDatabase().then((own) => ({
      own,
      [Symbol.asyncDispose]: () => own.drop(),
    }));
    const rival = await open(await freePort(), [], other.own);
    const refused = await runAgent(runArguments(rival.url, '--once'));
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not prove that it is the same server'),
    });
    expect(rival.logLines.join('\n')).not.toContain('/api/agents/v1/heartbeat');
    expect(await credential()).toMatchObject({ server: former.url });
    await close(rival);
  });

  it('that relays the challenge from an announced address gets neither credential nor events', async () => {
    const [before, after] = [await freePort(), await freePort()];
    const former = await open(before, [urlOf(after)]);
    const { agent, stop } = await agentThatKnows(former, urlOf(after));
    await close(former);
    // The real server is elsewhere, and reachable for the impostor.
    const real = await open(await freePort());
    let tries = 0;
    await using impostor = await stranger(after, async (request, body) => {
      if (request.url !== '/api/agents/v1/identify') return { next_batch: 1 };
      tries += 1;
      const given = JSON.parse(body);
      // Unchanged, and then as if requested for the real server's address.
      const address = tries % 2 === 0 ? given.address : real.url;
      const answer = await fetch(`${real.url}${request.url}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...given, address }),
      });
      return answer.ok ? answer.json() : null;
    });
    await eventually(
      async () => tries,
      (seen) => seen >= 6,
    );
    await stop();
    expect(impostor.seen.map(({ authorization }) => authorization)).toEqual(
      impostor.seen.map(() => undefined),
    );
    expect(new Set(impostor.seen.map(({ path }) => path))).toEqual(new Set(['/api/agents/v1/identify']));
    expect(agent.stderr).not.toContain('the server has moved');
    expect(await credential()).not.toHaveProperty('moved_to');
  });

  it('on the old port, which refuses the credential, does not keep the agent from its server', async () => {
    const [before, after] = [await freePort(), await freePort()];
    const former = await open(before, [urlOf(after)]);
    const { tenantId, stop } = await agentThatKnows(former, urlOf(after));
    await close(former);
    await using other = await createDatabase().then((own) => ({
      own,
      [Symbol.asyncDispose]: () => own.drop(),
    }));
    const rival = await open(before, [], other.own);
    await open(after);
    await write(3, 4);
    await eventually(
      () => stored(tenantId),
      (ids) => ids.length === 4,
    );
    await stop();
    await close(rival);
  });
});
