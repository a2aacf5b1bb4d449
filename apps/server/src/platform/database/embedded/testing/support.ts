import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createScratchFolder } from '@scout/testkit/scratch';
import pg from 'pg';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Cluster } from '../cluster.ts';
import { lockDataDirectory } from '../lock.ts';
import type { OsUser } from '../osUser.ts';
import { isAlive, livePostmaster } from '../postmaster.ts';
import { startEmbedded } from '../start.ts';

/** A database started in the test's own process. */
export interface Started {
  readonly cluster: Cluster;
  readonly url: string;
  /** Stops it and releases the lock, as the end of the test also does. */
  end(): Promise<void>;
}

/** Lines that server.ts prints. */
export interface Message {
  ready?: true;
  postmaster?: number;
  stored?: string;
  stopped?: true;
}

/** server.ts as a process of its own. */
export interface Spawned {
  readonly child: ChildProcess;
  /** Messages received so far. */
  readonly heard: Message[];
  readonly ended: Promise<unknown>;
  /** Resolves with the first matching message, including past ones. Throws when the process exits without one. */
  hear(wanted: (message: Message) => boolean): Promise<Message>;
  /** SIGKILL, and waits for the exit. */
  kill(): Promise<void>;
  /** Its standard error so far. */
  complaint(): string;
}

/** A separate data directory for each test, and processes on it; everything is stopped and removed after the test. */
export class DataDirectory {
  /** Its parent directory. */
  parent = '';
  path = '';
  readonly #undo: (() => unknown)[] = [];

  constructor() {
    beforeEach(async () => {
      this.parent = await createScratchFolder();
      await chmod(this.parent, 0o755);
      this.path = join(this.parent, 'data');
      const { parent } = this;
      this.later(() => rm(parent, { recursive: true, force: true }));
    });
    afterEach(async () => {
      for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) await undo();
    });
  }

  /** Runs at the end of the test, in reverse order. */
  later(undo: () => unknown): void {
    this.#undo.push(undo);
  }

  /** Removes an outside path after everything has stopped. */
  removeLater(path: string): void {
    this.#undo.unshift(() => rm(path, { recursive: true, force: true }));
  }

  async start(): Promise<Started> {
    const lock = await lockDataDirectory(this.path);
    const cluster = await startEmbedded(lock).catch((error) => {
      lock.release();
      throw error;
    });
    const end = async () => {
      await cluster.stop();
      lock.release();
    };
    this.later(end);
    return { cluster, url: cluster.url, end };
  }

  /** @param run prefix of the stored names */
  spawn(run: string, osUser?: OsUser): Spawned {
    const fixture = fileURLToPath(new URL('server.ts', import.meta.url));
    const child = spawn(process.execPath, [fixture, this.path, run], {
      ...osUser,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const heard: Message[] = [];
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    const lines = createInterface(child.stdout).on('line', (line) => heard.push(JSON.parse(line)));
    const ended = once(child, 'close');
    const kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    const data = join(this.path, 'postgres', 'data');
    this.later(async () => {
      await kill();
      if ((await livePostmaster(data)) !== 'running') return;
      const pid = Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);
      process.kill(pid, 'SIGQUIT');
      await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
    });
    return {
      child,
      heard,
      ended,
      kill,
      complaint: () => complaint,
      async hear(wanted) {
        for (;;) {
          const found = heard.find(wanted);
          if (found) return found;
          const more = await Promise.race([once(lines, 'line'), ended.then(() => undefined)]);
          if (!more && !heard.some(wanted)) throw new Error(`It ended instead, saying: ${complaint}`);
        }
      },
    };
  }
}

/** A zombie, left from an orphan in a container without an init, does not count. */
export function isRunning(pid: number): boolean {
  return process.platform === 'linux' ? existsSync(`/proc/${pid}/exe`) : isAlive(pid);
}

/** The values of a query's rows, in one list. */
export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

/** Rows that the spawned servers stored. */
export const names = (url: string) => query(url, 'SELECT company_name FROM scout.tenants');
