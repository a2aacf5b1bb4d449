import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import {
  clientOf,
  createDatabase,
  createScratchFolder,
  type SpawnedServer,
  spawnServer,
  type TestDatabase,
} from '@scout/testkit';
import { freePort } from '@scout/testkit/freePort';
import { createTcpProxy } from '@scout/testkit/tcpProxy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const commandLine = fileURLToPath(new URL('./cli/main.ts', import.meta.url));

/** Runs a command line beside the server, like `npm run -s scout`. */
async function scout(args: readonly string[], dataDir: string) {
  const child = spawn(process.execPath, [commandLine, ...args], {
    env: { PATH: process.env.PATH, SCOUT_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { out, error, code };
}

describe('the server process', () => {
  let database: TestDatabase;
  let env: { DATABASE_URL: string };
  beforeAll(async () => {
    database = await createDatabase();
    env = { DATABASE_URL: database.ownerUrl };
  });
  afterAll(() => database.drop());

  it('starts, serves the command line, and stops cleanly with code 0', async () => {
    await using server = await spawnServer({ env });
    const url = await server.ready;
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok', inbox: false });
    expect(await modeOf(join(server.dataDir, 'operator-token'))).toBe(0o600);

    const made = await scout(['tenant', 'create', '--name', 'Meridian Defense', '--json'], server.dataDir);
    expect(made).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(made.out)).toMatchObject({ company_name: 'Meridian Defense' });
    expect(await scout(['tenant', 'create', '--name', 'Meridian Defense'], server.dataDir)).toMatchObject({
      code: 1,
      error: 'An organization with this name already exists.\n',
    });
    expect(await scout(['tenant', 'destroy'], server.dataDir)).toMatchObject({ code: 2 });

    const { code, signal, output } = await server.end('SIGTERM');
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(output.match(/https?:\/\//g)).toHaveLength(1);
  });

  it('completes a request in progress when it is stopped', async () => {
    await using server = await spawnServer({ env });
    const url = await server.ready;
    await using held = await holdTenants(database);
    const answer = fetch(`${url}/operator/v1/tenants`, {
      headers: { authorization: `Bearer ${await operatorToken(server.dataDir)}` },
    });
    await held.someoneWaits();
    const ended = server.end('SIGINT');
    await held.release();
    expect((await answer).status).toBe(200);
    expect(await ended).toMatchObject({ code: 0 });
  });

  it('treats a second signal, as a process group gets, as the first, and is not ready meanwhile', async () => {
    await using server = await spawnServer({ env: { ...env, SCOUT_DRAIN_SECONDS: '8' } });
    const url = await server.ready;
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ok', database: 'ok' });
    const ended = server.end('SIGTERM');
    while ((await fetch(`${url}/readyz`)).status !== 503);
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'stopping', database: 'ok' });
    server.process.kill('SIGTERM');
    // Requests still succeed while a load balancer redirects.
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    expect(await ended).toMatchObject({ code: 0, signal: null });
  });

  it('waits at its start for a database that does not answer yet', async () => {
    const port = await freePort();
    const { user, password, database: name, host, port: socketPort } = await database.asOwner(async (o) => o);
    await using server = await spawnServer({
      env: {
        DATABASE_URL: `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${port}/${name}`,
      },
    });
    await said(server, 'does not respond');
    await using _proxy = await createTcpProxy(`${host}/.s.PGSQL.${socketPort}`, port);
    await server.ready;
    expect((await server.end('SIGTERM')).output.match(/does not respond/g)).toHaveLength(1);
  });

  it('names who uses a data directory, keeps the secrets, and restarts after being killed', async () => {
    const dataDir = await createScratchFolder();
    await using _ = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }) };
    await using first = await spawnServer({ env, dataDir });
    const url = await first.ready;
    const token = await operatorToken(dataDir);

    const second = await (await spawnServer({ env, dataDir })).ended;
    expect(second.code).toBe(1);
    expect(second.output).toContain(`at ${url}`);

    await first.end('SIGKILL');
    await using third = await spawnServer({ env, dataDir });
    await third.ready;
    expect(await operatorToken(dataDir)).toBe(token);
  });

  it('shares a database with another server: each accepts the tokens of the other', async () => {
    await using servers = new AsyncDisposableStack();
    const [one, two] = [servers.use(await spawnServer({ env })), servers.use(await spawnServer({ env }))];
    const at = { one: await one.ready, two: await two.ready };
    await scout(['tenant', 'create', '--name', 'Northwind Bank'], one.dataDir);
    const person = ['--email', 'ops@northwind.example', '--password', 'correct horse battery'];
    expect(
      await scout(['user', 'create', '--tenant', 'Northwind Bank', ...person], two.dataDir),
    ).toMatchObject({
      code: 0,
    });
    const { api } = clientOf({ url: at.one });
    const { session } = await api.authToken({
      query: { grant_type: 'password' },
      body: { email: 'ops@northwind.example', password: 'correct horse battery' },
    });
    const [tenant] = await clientOf({ url: at.two }, session.access_token).api.tenants({});
    expect(tenant?.company_name).toBe('Northwind Bank');
  });

  it.each(['of its own', 'elsewhere'])('reports that its port is taken, its database %s', async (where) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const databaseOf = where === 'elsewhere' ? env : { SCOUT_SAMPLE: 'off' };
    await using server = await spawnServer({ env: { ...databaseOf, PORT: port } });
    const { code, output } = await server.ended;
    taken.close();
    expect(code).toBe(1);
    expect(output).toContain(
      `Port ${port} on 127.0.0.1 is taken by another program. Stop it, or set PORT.\n`,
    );
    expect(output).not.toContain('ended unexpectedly');
    // No process is starting any more.
    const { code: refused, error } = await scout(['tenant', 'list'], server.dataDir);
    expect(refused).toBe(1);
    expect(error).toContain('the last one stopped. Start it with npm start');
  });

  it('exits with 2 and lists all errors of its environment at once', async () => {
    await using server = await spawnServer({
      env: { PORT: 'http', SCOUT_SAMPLE: 'maybe', PUBLIC_URL: 'scout' },
    });
    expect(await server.ended).toEqual({
      code: 2,
      signal: null,
      output:
        'The configuration has 3 faults:\n  PORT must be a port number from 0 to 65535\n' +
        '  PUBLIC_URL must be an address such as https://scout.example, without a path\n  SCOUT_SAMPLE must be on or off\n',
    });
  });

  it('reports at its start that links and packages need PUBLIC_URL, where others have access, and misspelt settings', async () => {
    const open = { ...env, HOST: '0.0.0.0', SCOUT_LOG_LEVEL: 'warn', SCOUT_DRAIN_SECOND: '2' };
    await using server = await spawnServer({ env: open });
    await server.ready;
    const { output } = await server.end('SIGTERM');
    expect(output).toContain('PUBLIC_URL is not set');
    expect(output).toContain(
      'SCOUT_DRAIN_SECOND is not a setting and is ignored; did you mean SCOUT_DRAIN_SECONDS?',
    );
    await using named = await spawnServer({ env: { ...open, PUBLIC_URL: 'https://scout.example' } });
    await named.ready;
    expect((await named.end('SIGTERM')).output).not.toContain('PUBLIC_URL is not set');
  });

  it('prints no password and has no sample organization under an https address', async () => {
    await using server = await spawnServer({ env: { PUBLIC_URL: 'https://scout.example' } });
    expect(await server.ready).toBe('https://scout.example');
    const { output } = await server.end('SIGTERM');
    expect(output).not.toContain('password');
    expect(existsSync(join(server.dataDir, 'sample'))).toBe(false);
  });

  it('brings its own database, and keeps its contents', async () => {
    const dataDir = await createScratchFolder();
    await using _ = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }) };
    const embedded = { SCOUT_SAMPLE: 'off' };
    {
      await using server = await spawnServer({ env: embedded, dataDir });
      await server.ready;
      expect(await modeOf(join(dataDir, 'auth-secret'))).toBe(0o600);
      expect(await scout(['tenant', 'list', '--json'], dataDir)).toMatchObject({ code: 0, out: '[]\n' });
      await scout(['tenant', 'create', '--name', 'Alder Health'], dataDir);
      expect(await server.end('SIGINT')).toMatchObject({ code: 0 });
    }
    await using server = await spawnServer({ env: embedded, dataDir });
    await server.ready;
    expect((await scout(['tenant', 'list'], dataDir)).out).toContain('Alder Health');
  });
});

/** Resolves when the server has printed this. */
async function said({ process: { stdout } }: SpawnedServer, words: string): Promise<void> {
  let output = '';
  for await (const [text] of on(stdout!, 'data')) {
    output += text;
    if (output.includes(words)) return;
  }
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

async function operatorToken(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'operator-token'), 'utf8')).trim();
}

/** Locks the table of organizations, so that readers wait until the test releases it. */
async function holdTenants(database: TestDatabase) {
  const locked = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const done = database.asOwner(async (owner) => {
    await owner.query('BEGIN; LOCK TABLE scout.tenants IN ACCESS EXCLUSIVE MODE');
    locked.resolve();
    await letGo.promise;
    await owner.query('COMMIT');
  });
  await locked.promise;
  const release = async () => {
    letGo.resolve();
    await done;
  };
  return {
    release,
    someoneWaits: () =>
      database.asOwner(async (owner) => {
        const waiting = `SELECT FROM pg_locks WHERE relation = 'scout.tenants'::regclass AND NOT granted`;
        while ((await owner.query(waiting)).rowCount === 0);
      }),
    [Symbol.asyncDispose]: release,
  };
}
