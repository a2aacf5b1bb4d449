import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Account } from './account.ts';
import { type Binaries, program } from './binaries.ts';
import { livePostmaster } from './postmaster.ts';

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;

/** The superuser of an embedded cluster: it migrates, and nothing else. */
const ownerName = 'scout_owner';

/** Texts in UTF-8, ordered by code point, the same on every machine (PostgreSQL 17 and newer). */
export const sameEverywhere = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

export interface ClusterOptions {
  readonly binaries: Binaries;
  /** Holds data/ and postgres.log. The account may enter it and need not own it. */
  readonly base: string;
  /** Folder of the Unix socket, the account's own; unused on Windows, which gets 127.0.0.1 and a free port. */
  readonly socketDirectory: string;
  readonly account: Account | undefined;
  readonly ownerPassword: string;
  readonly database: string;
  /** Of initdb. */
  readonly localeOptions: readonly string[];
  /** Written to postgresql.conf when the cluster is made; an administrator may change them there. */
  readonly initialSettings: Readonly<Record<string, string>>;
  /** On the command line, over postgresql.conf. */
  readonly fixedSettings: Readonly<Record<string, string>>;
  /** False only for throw-away clusters. */
  readonly durable: boolean;
}

export interface Cluster {
  /** Connection string of the owner, for `database`. */
  readonly url: string;
  readonly pid: number;
  /** Resolves when the server has ended, whoever ended it. */
  readonly ended: Promise<void>;
  /** Ends every session, writes everything out, waits for the end. May be called twice. */
  stop(): Promise<void>;
}

/** Makes the cluster if need be, ends a server left over from a killed process, starts, and waits until it answers. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const data = join(options.base, 'data');
  await initialise(options, data);
  await requireSameMajor(options.binaries, data);
  await stopLeftover(options, data);
  const windows = process.platform === 'win32';
  const port = windows ? await freePort() : 5432;
  const host = windows ? '127.0.0.1' : options.socketDirectory;
  const log = join(options.base, 'postgres.log');
  const child = await launch(options, data, port, log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const connection = { host, port, user: ownerName, password: options.ownerPassword };
  try {
    await untilReady(connection, child, log);
    await createDatabase(connection, options.database);
  } catch (error) {
    child.ref();
    await stopServer(options, data);
    throw error;
  }
  const url = new URL(
    `postgresql://${ownerName}:${encodeURIComponent(options.ownerPassword)}@localhost:${port}/${options.database}`,
  );
  if (!windows) url.searchParams.set('host', host);
  let stopping: Promise<void> | undefined;
  return {
    url: url.href,
    pid: child.pid!,
    ended,
    stop() {
      stopping ??= (async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.ref();
        await stopServer(options, data);
        await ended;
      })();
      return stopping;
    },
  };
}

/** Makes data/ by way of data.new: it is complete or absent, also when this process is killed half-way. */
async function initialise(options: ClusterOptions, data: string): Promise<void> {
  if (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined)) return;
  const partial = `${data}.new`;
  const passwordFile = join(options.base, 'initial-password');
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  await writeFile(passwordFile, options.ownerPassword, { mode: 0o600 });
  if (options.account) {
    for (const path of [partial, passwordFile]) await chown(path, options.account.uid, options.account.gid);
  }
  try {
    await run(options, 'initdb', [
      `--pgdata=${partial}`,
      `--username=${ownerName}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...options.localeOptions,
      ...Object.entries(options.initialSettings).map(([name, value]) => `--set=${name}=${value}`),
      ...(options.durable ? [] : ['--no-sync']),
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(partial, data);
}

async function requireSameMajor(binaries: Binaries, data: string): Promise<void> {
  const found = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  const ours = binaries.version.split('.')[0];
  if (found !== ours) {
    throw new Error(
      `The data in ${data} was written by PostgreSQL ${found}, and this Scout brings PostgreSQL ${ours}. Start the ` +
        'Scout that wrote it, or move the data with pg_dump.',
    );
  }
}

/** A server whose parent was killed keeps running. It is stopped, so that settings and programs are always ours. */
async function stopLeftover(options: ClusterOptions, data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  const left = await livePostmaster(data);
  if (left === 'none') return;
  if (left === 'stale') {
    // The number belongs to another process by now (common in containers); PostgreSQL would take it for a server.
    await rm(pidFile, { force: true });
    return;
  }
  await stopServer(options, data);
}

async function stopServer(options: ClusterOptions, data: string): Promise<void> {
  const stop = (mode: string, seconds: number) =>
    run(options, 'pg_ctl', ['stop', `--pgdata=${data}`, `--mode=${mode}`, '--wait', `--timeout=${seconds}`]);
  try {
    await stop('fast', 60);
  } catch (error) {
    if ((await livePostmaster(data)) !== 'running') return;
    await stop('immediate', 20).catch(() => {
      throw error;
    });
  }
}

async function launch(
  options: ClusterOptions,
  data: string,
  port: number,
  log: string,
): Promise<ChildProcess> {
  const windows = process.platform === 'win32';
  const settings: Record<string, string> = {
    ...options.fixedSettings,
    listen_addresses: windows ? '127.0.0.1' : '',
    port: String(port),
    ...(windows ? {} : { unix_socket_directories: options.socketDirectory, unix_socket_permissions: '0700' }),
  };
  const output = await open(log, O_WRONLY | O_CREAT | O_TRUNC | (O_NOFOLLOW ?? 0), 0o600);
  try {
    const child = spawn(
      program(options.binaries, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...options.account,
        cwd: options.base,
        env: environment(),
        // A group of its own: Ctrl-C in the terminal reaches Scout, which then stops PostgreSQL last.
        detached: true,
        stdio: ['ignore', output.fd, output.fd],
      },
    );
    await once(child, 'spawn');
    child.unref();
    return child;
  } finally {
    await output.close();
  }
}

async function untilReady(connection: pg.ClientConfig, child: ChildProcess, log: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ ...connection, database: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`PostgreSQL did not start. It said:\n${(await readFile(log, 'utf8')).trim()}`);
      }
      if (!isStarting(error)) throw error;
    }
    // No limit on time: after a crash it replays its log, which takes as long as it takes.
    await delay(25);
  }
}

/** No socket yet, nobody listening yet, or "the database system is starting up". */
function isStarting(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === '57P03';
}

async function createDatabase(connection: pg.ClientConfig, name: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

async function run(options: ClusterOptions, name: 'initdb' | 'pg_ctl', args: string[]): Promise<void> {
  const child = spawn(program(options.binaries, name), args, {
    ...options.account,
    cwd: options.base,
    env: environment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} ended with ${signal ?? `status ${code}`}:\n${output.trim()}`);
}

/** Nothing of ours leaks in: PGDATA, PGOPTIONS and locale settings would change what the programs do. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, SystemRoot, TEMP, LC_ALL: 'C' };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
