import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { createDatabase, spawnServer, type TestDatabase } from '@scout/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
let certificate: { cert: string; key: string; path: string };
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-tls-'));
  const path = join(folder, 'cert.pem');
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', join(folder, 'key.pem'), '-out', path],
  ]);
  const key = await readFile(join(folder, 'key.pem'), 'utf8');
  certificate = { cert: await readFile(path, 'utf8'), key, path };
  database = await createDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** PostgreSQL's socket on a local port, with or without TLS in front. */
async function onPort(tls: boolean) {
  const url = new URL(database.ownerUrl);
  const socketFile = `${url.searchParams.get('host')}/.s.PGSQL.${url.port || '5432'}`;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => {});
    const join = (side: Socket) => {
      const postgres = connect(socketFile);
      postgres.on('error', () => {});
      side.on('error', () => postgres.destroy());
      side.pipe(postgres).pipe(side);
    };
    if (!tls) return join(client);
    // An SSLRequest has 8 bytes, and nothing follows before its response.
    client.once('data', () => {
      client.write('S');
      join(new TLSSocket(client, { isServer: true, ...certificate }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** URL for `localhost` with these parameters. */
    urlWith: (query: string) =>
      `postgres://${url.username}:${url.password}@localhost:${port}${url.pathname}?${query}`,
    async [Symbol.asyncDispose]() {
      for (const client of open) client.destroy();
      server.close();
    },
  };
}

test('a server starts over TLS with a verifiable certificate', async () => {
  await using port = await onPort(true);
  const url = port.urlWith(`sslmode=verify-full&sslrootcert=${certificate.path}`);
  await using server = await spawnServer({ env: { DATABASE_URL: url } });
  await server.ready;
});

test('it refuses an untrusted certificate, and says what to do', async () => {
  await using port = await onPort(true);
  await using server = await spawnServer({ env: { DATABASE_URL: port.urlWith('sslmode=verify-full') } });
  const { code, output } = await server.ended;
  expect(code).toBe(1);
  expect(output).toContain('Name the certificate of its authority by sslrootcert=FILE in DATABASE_URL');
});

test('it refuses a database without TLS, and says what to do', async () => {
  await using port = await onPort(false);
  await using server = await spawnServer({ env: { DATABASE_URL: port.urlWith('sslmode=verify-full') } });
  const { code, output } = await server.ended;
  expect(code).toBe(1);
  expect(output).toContain('add sslmode=disable to DATABASE_URL');
});
