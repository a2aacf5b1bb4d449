import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { program } from './binaries.ts';
import { environment, stopServer } from './commands.ts';
import { initialise } from './initialise.ts';
import { type ClusterOptions, dataOf, logOf, ownerName } from './options.ts';
import { livePostmaster, untilSessionsEnded } from './postmaster.ts';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

export interface Cluster {
  /** Connection string of the owner, for `database`. */
  readonly url: string;
  readonly pid: number;
  readonly port: number;
  /** Directory of its files. */
  readonly directory: string;
  /** Resolves when the server has exited for any reason. */
  readonly ended: Promise<void>;
  /** Ends every session, writes all data, waits for the exit. Idempotent. */
  stop(): Promise<void>;
}

/** Creates the cluster if needed, stops a server left by a killed process, starts, and waits until it responds. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  await initialise(options);
  const windows = process.platform === 'win32';
  const port = windows ? (options.port ?? (await freePort())) : 5432;
  const host = windows ? '127.0.0.1' : options.socketDirectory;
  const connection = { host, port, user: ownerName, password: options.ownerPassword };
  const child = await startServer(options, connection);
  const ended = hasEnded(child)
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const password = encodeURIComponent(options.ownerPassword);
  const url = new URL(`postgresql://${ownerName}:${password}@localhost:${port}/${options.database}`);
  if (!windows) url.searchParams.set('host', host);
  let stopping: Promise<void> | undefined;
  return {
    url: url.href,
    pid: child.pid!,
    port,
    directory: dataOf(options),
    ended,
    stop() {
      stopping ??= (async () => {
        if (hasEnded(child)) return;
        child.ref();
        await stopServer(options);
        await ended;
      })();
      return stopping;
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Resolves when the server started by this call holds the database and responds. */
async function startServer(options: ClusterOptions, connection: Connection): Promise<ChildProcess> {
  for (;;) {
    await stopLeftover(options);
    const { child, saidBefore } = await launch(options, connection.port);
    try {
      if (await untilReady(connection, child, dataOf(options))) {
        await createDatabase(connection, options.database);
        return child;
      }
    } catch (error) {
      await stopServer(options);
      throw error;
    }
    // A process killed during its start may have left a server that wrote postmaster.pid only now.
    if ((await livePostmaster(dataOf(options))) !== 'running') {
      const said = (await readFile(logOf(options))).subarray(saidBefore).toString('utf8');
      throw new Error(`PostgreSQL did not start. It said:\n${said.trim()}`);
    }
  }
}

interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** A server whose parent was killed keeps running. It is stopped, so that settings and programs are always current. */
async function stopLeftover(options: ClusterOptions): Promise<void> {
  const left = await livePostmaster(dataOf(options));
  if (left === 'running') return stopServer(options);
  // A process id now owned by another process (common in containers), or by an unreaped zombie, would look like a server to
  // PostgreSQL: in its own file, and in the one beside the socket.
  if (left === 'stale') {
    await untilSessionsEnded(dataOf(options));
    await rm(join(dataOf(options), 'postmaster.pid'), { force: true });
  }
  for (const name of await readdir(options.socketDirectory).catch(() => [])) {
    if (/^\.s\.PGSQL\.\d+\.lock$/.test(name)) await rm(join(options.socketDirectory, name), { force: true });
  }
}

interface Launched {
  readonly child: ChildProcess;
  /** Size of the log before the start. */
  readonly saidBefore: number;
}

async function launch(options: ClusterOptions, port: number): Promise<Launched> {
  const windows = process.platform === 'win32';
  const settings: Record<string, string> = {
    ...options.fixedSettings,
    listen_addresses: windows ? '127.0.0.1' : '',
    port: String(port),
    ...(windows ? {} : { unix_socket_directories: options.socketDirectory, unix_socket_permissions: '0700' }),
  };
  const log = await openLog(logOf(options));
  try {
    const saidBefore = (await log.stat()).size;
    const child = spawn(
      program(options.binaries, 'postgres'),
      [
        '-D',
        dataOf(options),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...options.osUser,
        cwd: options.base,
        env: environment(),
        // A separate process group: Ctrl-C in the terminal reaches only Scout, which stops PostgreSQL last.
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    await once(child, 'spawn');
    child.unref();
    return { child, saidBefore };
  } finally {
    await log.close();
  }
}

const largestLog = 10 * 1024 * 1024;

/** Appends to the log; a large one is rotated, and one former log is kept. */
async function openLog(path: string): Promise<FileHandle> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size > largestLog) await rename(path, `${path}.previous`);
  return await open(path, O_WRONLY | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0), 0o600);
}

/** False when the child exited before it was ready. */
async function untilReady(connection: Connection, child: ChildProcess, data: string): Promise<boolean> {
  const pidFile = join(data, 'postmaster.pid');
  while (!hasEnded(child)) {
    // The process in the file owns the socket; until it is the child, another server might respond.
    const owner = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
    if (owner === child.pid && (await answers(connection))) return true;
    // No timeout: after a crash it replays its log, which can take any time.
    await delay(25);
  }
  return false;
}

async function answers(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (isStarting(error)) return false;
    if (codeOf(error) === '28P01') {
      throw new Error('PostgreSQL does not open with the password in postgres.password.', { cause: error });
    }
    throw error;
  } finally {
    await client.end();
  }
}

/** No socket yet, no listener yet, or "the database system is starting up". */
function isStarting(error: unknown): boolean {
  return ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

async function createDatabase(connection: Connection, name: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
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
