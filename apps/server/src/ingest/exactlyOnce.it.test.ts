import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  clientOf,
  createDatabase,
  createScratchFolder,
  type SpawnedServer,
  seedAgent,
  seedTenant,
  spawnServer,
} from '@scout/testkit';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { lengthOf } from '../../../../scripts/testLength.mjs';
import { newSecret } from '../crypto/secretText.ts';
import { lockDataDirectory } from '../database/embedded/lock.ts';
import { startEmbedded } from '../database/embedded/start.ts';
import { pick, type Random, seededRandom } from '../sample/random.ts';
import { type AgentProcess, spawnAgent } from './testing/agentProcess.ts';
import { growFile } from './testing/growingFile.ts';
import { line, ship } from './testing/ship.ts';

/** The process to kill; `machine` is the server and its embedded database. */
type Victim = 'server' | 'agent' | 'both' | 'machine';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

/** A server, an agent that sends a growing file to it, and functions to kill them at any time. */
class Scene {
  readonly random: Random;
  readonly #env: Readonly<Record<string, string>>;
  readonly #dataDir: string;
  readonly #folder: string;
  readonly #operatorToken = newSecret('operator');
  #port = 0;
  #tenantId = '';
  #token = '';
  #server!: SpawnedServer;
  #agent: AgentProcess | undefined;

  constructor(random: Random, folder: string, dataDir: string, env: Readonly<Record<string, string>>) {
    this.random = random;
    this.#folder = folder;
    this.#dataDir = dataDir;
    this.#env = env;
    undo.push(() => this.end());
  }

  get file(): string {
    return join(this.#folder, 'events.ndjson');
  }

  async begin(): Promise<void> {
    this.#port = await freePort();
    await this.#startServer();
    const operator = clientOf({ url: await this.#server.ready }, this.#operatorToken);
    const { tenant_id } = await operator.api.operatorTenantsCreate({
      company_name: 'Northwind Bank',
      is_subscribed: true,
    });
    const { token } = await operator.api.operatorEnrolmentsCreate({ tenant_id });
    this.#tenantId = tenant_id;
    this.#token = token;
    this.#startAgent();
  }

  /** Kills at a random time, usually while events flow and sometimes while a process is starting; then continues. */
  async killed(victim: Victim): Promise<void> {
    if (this.random() < 0.8) await this.#flowing();
    await pause(this.random() * 1000);
    const hitsServer = victim !== 'agent';
    const hitsAgent = victim === 'agent' || victim === 'both';
    const database = victim === 'machine' ? await this.#postmaster() : undefined;
    if (hitsAgent) this.#agent?.process.kill('SIGKILL');
    if (hitsServer) this.#server.process.kill('SIGKILL');
    if (database !== undefined) killUnlessEnded(database);
    if (hitsAgent) await this.#agent?.ended;
    if (hitsServer) await this.#server.ended;
    if (hitsServer) await this.#startServer();
    if (hitsAgent) this.#startAgent();
  }

  /** Lets the agent read and send the rest; resolves with its status output. */
  async drained(): Promise<string> {
    await this.#server.ready;
    this.#agent?.process.kill('SIGTERM');
    await this.#agent?.ended;
    this.#agent = spawnAgent([...this.#agentArguments(), '--once']);
    const { code, stdout, stderr } = await this.#agent.ended;
    expect(code, stderr).toBe(0);
    return stdout.trim();
  }

  async end(): Promise<void> {
    this.#agent?.process.kill('SIGKILL');
    await this.#agent?.ended;
    await this.#server.end('SIGTERM');
  }

  /** Resolves when the current server has stored something new. */
  async #flowing(): Promise<void> {
    const operator = clientOf({ url: await this.#server.ready }, this.#operatorToken);
    const stored = async () => {
      const agents = await operator.api.operatorAgentsList({ tenant_id: this.#tenantId });
      return agents.reduce((sum, agent) => sum + agent.events_accepted, 0);
    };
    const before = await stored();
    while ((await stored()) === before) await pause(20);
  }

  async #startServer(): Promise<void> {
    const env = {
      ...this.#env,
      PORT: String(this.#port),
      SCOUT_OPERATOR_TOKEN: this.#operatorToken,
      SCOUT_SAMPLE: 'off',
      SCOUT_LOG_LEVEL: 'error',
    };
    this.#server = await spawnServer({ dataDir: this.#dataDir, env });
    // A round may kill it before it becomes ready.
    this.#server.ready.catch(() => {});
  }

  #startAgent(): void {
    this.#agent = spawnAgent(this.#agentArguments());
  }

  #agentArguments(): string[] {
    const server = `http://127.0.0.1:${this.#port}`;
    const state = join(this.#folder, 'agent');
    return ['--server', server, '--token', this.#token, '--state', state, '--source', `file:${this.file}`];
  }

  /** The embedded database's main process; undefined without one. */
  async #postmaster(): Promise<number | undefined> {
    const path = join(this.#dataDir, 'postgres', 'data', 'postmaster.pid');
    const pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
    return pid > 0 ? pid : undefined;
  }
}

/** The file of a killed database names it until the next one has started. */
function killUnlessEnded(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
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

/** A seed of this run, printed so that a failure can be repeated with SCOUT_TEST_SEED. */
function newRandom(): Random {
  const seed = process.env.SCOUT_TEST_SEED ?? String(randomInt(2 ** 32));
  console.log(`SCOUT_TEST_SEED=${seed}`);
  return seededRandom(seed);
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scout-kill-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Every line, and everything derived from it, is stored exactly once. */
async function expectExactlyOnce(ownerUrl: string, lines: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query(`
      SELECT count(*)::int AS events, count(DISTINCT record_id)::int AS lines,
        min(record_id)::int AS first, max(record_id)::int AS last,
        (SELECT count(*)::int FROM scout.incidents) AS incidents,
        (SELECT sum(n)::int FROM scout.rollups WHERE dimension = 'account') AS rollups,
        (SELECT sum(accepted)::int FROM scout.batches) AS ledger,
        (SELECT sum(events_accepted)::int FROM scout.agents) AS counted,
        (SELECT sum(events_rejected)::int FROM scout.agents) AS rejected,
        (SELECT count(*)::int FROM scout.batches) = (SELECT count(*)::int FROM scout.batch_bodies) AS bodies
      FROM scout.tenant_events`);
    expect(rows[0]).toEqual({
      events: lines,
      lines,
      first: 1,
      last: lines,
      incidents: 2 * lines,
      rollups: 2 * lines,
      ledger: lines,
      counted: lines,
      rejected: 0,
      bodies: true,
    });
  } finally {
    await owner.end();
  }
}

describe('every line of a growing file is stored exactly once', () => {
  const rounds = lengthOf(3, 9);
  it('after kills of server, agent and both', { timeout: 1_200_000 }, async () => {
    const random = newRandom();
    const database = await createDatabase();
    undo.push(() => database.drop());
    const env = { DATABASE_URL: database.ownerUrl };
    const scene = new Scene(random, await temporaryFolder(), await temporaryFolder(), env);
    await scene.begin();
    const file = growFile(scene.file, random);
    undo.push(() => file.finish());
    const victims: Victim[] = Array.from(
      { length: rounds },
      () => ['server', 'agent', 'both'] as const,
    ).flat();
    for (const victim of shuffled(victims, random)) await scene.killed(victim);
    const lines = await file.finish();
    console.log(lines, await scene.drained());
    await expectExactlyOnce(database.ownerUrl, lines);
  });

  const machineKills = lengthOf(2, 6);
  const otherKills = lengthOf<Victim[]>(['server', 'both'], ['server', 'both', 'both']);
  it('after kills that the embedded database does not survive, or outlives', {
    timeout: 1_200_000,
  }, async () => {
    const random = newRandom();
    const dataDir = await createScratchFolder();
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const scene = new Scene(random, await temporaryFolder(), dataDir, {});
    await scene.begin();
    const file = growFile(scene.file, random);
    undo.push(() => file.finish());
    const victims: Victim[] = [...Array<Victim>(machineKills).fill('machine'), ...otherKills];
    for (const victim of shuffled(victims, random)) await scene.killed(victim);
    const lines = await file.finish();
    console.log(lines, await scene.drained());
    await scene.end();
    const lock = await lockDataDirectory(dataDir);
    const cluster = await startEmbedded(lock);
    undo.push(async () => {
      await cluster.stop();
      lock.release();
    });
    await expectExactlyOnce(cluster.url, lines);
  });
});

describe('every event of many agents is stored exactly once', () => {
  const agents = 40;
  const batches = lengthOf(10, 60);
  const events = 3;
  const kills = lengthOf(3, 12);

  it('after kills of the server, while their batches are written in groups', {
    timeout: 1_200_000,
  }, async () => {
    const random = newRandom();
    const database = await createDatabase();
    undo.push(() => database.drop());
    const { tenantId } = await seedTenant(database);
    const machines = await Promise.all(
      Array.from({ length: agents }, (_, index) => seedAgent(database, tenantId, `WS-${index}`)),
    );
    const port = await freePort();
    const dataDir = await temporaryFolder();
    const start = () =>
      spawnServer({
        dataDir,
        env: {
          DATABASE_URL: database.ownerUrl,
          PORT: String(port),
          SCOUT_SAMPLE: 'off',
          SCOUT_LOG_LEVEL: 'error',
        },
      });
    let server = await start();
    undo.push(() => server.end('SIGTERM'));
    await server.ready;

    /** Batches that were acknowledged, or found to be stored already. */
    let acknowledged = 0;
    const url = `http://127.0.0.1:${port}`;
    const shipAll = async (credential: string, machine: number) => {
      const client = clientOf({ url }, credential);
      for (let batch = 1; batch <= batches; batch += 1) {
        const first = (machine * batches + batch - 1) * events;
        const lines = Array.from({ length: events }, (_, index) =>
          line({ record_id: String(first + index + 1) }),
        );
        while ((await ship(client, batch, lines).catch(() => undefined))?.status !== 200) await pause(50);
        acknowledged += 1;
      }
    };
    const shipping = Promise.all(machines.map(({ credential }, machine) => shipAll(credential, machine)));
    const all = agents * batches;
    for (let kill = 1; kill <= kills; kill += 1) {
      // At any time between two kills, while all agents are sending.
      const until = ((kill - random() / 2) / (kills + 1)) * all;
      while (acknowledged < until) await pause(5);
      server.process.kill('SIGKILL');
      await server.ended;
      server = await start();
      await server.ready;
    }
    await shipping;
    await expectExactlyOnce(database.ownerUrl, all * events);
    const groups = await database.asOwner(
      async (owner) =>
        (await owner.query('SELECT count(DISTINCT xmin::text)::int AS n FROM scout.batches')).rows[0]
          .n as number,
    );
    console.log(`${all} batches in ${groups} transactions`);
    expect(groups).toBeLessThan(all);
  });
});

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  const order: T[] = [];
  while (left.length > 0) {
    const item = pick(left, random);
    left.splice(left.indexOf(item), 1);
    order.push(item);
  }
  return order;
}
