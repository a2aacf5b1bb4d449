import { once } from 'node:events';
import { connect } from 'node:net';
import { createDatabase, spawnServer, type TestDatabase } from '@scout/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newSecret } from '../crypto/secretText.ts';
import { enrolSender } from '../database/testing/sender.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly reqId?: string;
  readonly req?: { readonly path: string };
  readonly [name: string]: unknown;
}

async function startLogged(env: Record<string, string>) {
  const operatorToken = newSecret('operator');
  const server = await spawnServer({
    env: { DATABASE_URL: database.ownerUrl, SCOUT_OPERATOR_TOKEN: operatorToken, ...env },
  });
  let text = '';
  server.process.stdout!.on('data', (chunk: string) => {
    text += chunk;
  });
  const url = await server.ready;
  const lines = (): Line[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Line);
  return { server, url, operatorToken, lines };
}

test('an access log has client and duration, and keeps the id from a proxy', async () => {
  const { server, url, operatorToken, lines } = await startLogged({ SCOUT_ACCESS_LOG: 'on' });
  await using _server = server;
  const { tenantId, send } = await enrolSender(url, operatorToken);
  expect(await send(1, 60_000)).toBe(200);
  const of = (path: string) => lines().find(({ req, msg }) => msg === 'answered' && req?.path === path);
  await expect.poll(() => of('/api/ingest/v1/events')).toBeDefined();
  expect(of('/api/ingest/v1/events')).toMatchObject({
    status: 200,
    address: '127.0.0.1',
    organization: tenantId,
    agent: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ms: expect.any(Number),
  });

  const kept = await fetch(`${url}/livez`, { headers: { 'x-request-id': 'proxy.1-abcdef' } });
  expect(kept.headers.get('x-request-id')).toBe('proxy.1-abcdef');
  await expect.poll(() => of('/livez')?.reqId).toBe('proxy.1-abcdef');
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traced = (id: string) => lines().find(({ trace_id, msg }) => msg === 'answered' && trace_id === id);
  await fetch(`${url}/readyz`, { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } });
  await expect
    .poll(() => traced(trace))
    .toMatchObject({ req: { path: '/readyz' }, parent_span_id: '00f067aa0ba902b7' });
  const made = await fetch(`${url}/livez`, { headers: { 'x-request-id': 'has "quotes"' } });
  expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('without it no address is logged, and a client that disconnects leaves no stack', async () => {
  const { server, url, operatorToken, lines } = await startLogged({});
  await using _server = server;
  const { send } = await enrolSender(url, operatorToken);
  expect(await send(1, 60_000)).toBe(200);
  const { hostname, port } = new URL(url);
  for (const path of ['/operator/v1/tenants', '/api/agents/v1/enrol']) {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${operatorToken}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"com`,
    );
    // The server has read the headers once it responds to another connection.
    await fetch(`${url}/livez`);
    socket.destroy();
  }
  const rejected = await fetch(`${url}/api/agents/v1/enrol`, { method: 'POST', body: '{' });
  expect(rejected.status).toBeGreaterThanOrEqual(400);
  await expect.poll(() => lines().some(({ msg }) => msg === 'answered')).toBe(true);
  const text = JSON.stringify(lines());
  expect(text).not.toContain('"stack"');
  expect(text).not.toContain('"address"');
  expect(lines().filter(({ level }) => level >= 50)).toEqual([]);
});
