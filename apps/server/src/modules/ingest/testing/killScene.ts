import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@scout/detection/simulation/random';
import { clientOf, type SpawnedServer, spawnServer } from '@scout/testkit';
import { freePort } from '@scout/testkit/freePort';
import { expect } from 'vitest';
import { newSecret } from '../../../platform/crypto/secretText.ts';
import { placeOf } from '../../../platform/database/embedded/place.ts';
import { livePostmaster } from '../../../platform/database/embedded/postmaster.ts';
import { type AgentProcess, spawnAgent } from './agentProcess.ts';

/**
 * Processes to kill at once. `machine` is the server and its embedded database; `postmaster` is the database alone, which ends the server;
 * `database process` is one of its children, after which the database recovers and the server goes on.
 */
export type Victim = 'server' | 'agent' | 'both' | 'machine' | 'postmaster' | 'database process';

const VICTIMS_WITH_SERVER: ReadonlySet<Victim> = new Set(['server', 'both', 'machine']);
const VICTIMS_WITH_AGENT: ReadonlySet<Victim> = new Set(['agent', 'both']);

/** Milliseconds after which a step has failed: far more than a recovery takes, less than the tests' own time. */
const OVERDUE_MS = 240_000;

/** A server, an agent that sends a growing file to it, and functions to kill them at any time. */
export class KillScene {
  readonly #random: Random;
  readonly #env: Readonly<Record<string, string>>;
  readonly #dataDir: string;
  readonly #folder: string;
  readonly #operatorToken = newSecret('operator');
  #port = 0;
  #tenantId = '';
  #token = '';
  #server: SpawnedServer | undefined;
  #agent: AgentProcess | undefined;

  /** @param env settings of the server; without DATABASE_URL its database is the embedded one */
  constructor(random: Random, folder: string, dataDir: string, env: Readonly<Record<string, string>> = {}) {
    this.#random = random;
    this.#folder = folder;
    this.#dataDir = dataDir;
    this.#env = env;
  }

  get file(): string {
    return join(this.#folder, 'events.ndjson');
  }

  async begin(): Promise<void> {
    this.#port = await freePort();
    const operator = clientOf({ url: await (await this.#startServer()).ready }, this.#operatorToken);
    const { tenant_id } = await operator.api.operatorTenantsCreate({
      company_name: 'Northwind Bank',
      is_subscribed: true,
    });
    const { token } = await operator.api.operatorEnrolmentsCreate({ tenant_id });
    this.#tenantId = tenant_id;
    this.#token = token;
    this.#startAgent();
  }

  /**
   * Kills at a random time, usually while events flow and sometimes while a process is starting; then continues.
   * @returns the number of processes that a signal reached
   */
  async killed(victim: Victim): Promise<number> {
    if (this.#random() < 0.8) await this.#flowing();
    await pause(this.#random() * 1000);
    const server = await this.#runningServer();
    const agent = this.#agent;
    expect(agent?.process.exitCode, 'the agent ended by itself').toBeNull();
    const hitsServer = VICTIMS_WITH_SERVER.has(victim);
    const hitsAgent = VICTIMS_WITH_AGENT.has(victim);
    const pids: (number | undefined)[] = [
      hitsAgent ? agent?.process.pid : undefined,
      hitsServer ? server.process.pid : undefined,
      await this.#databaseVictim(victim),
    ];
    const reached = pids.filter((pid) => pid !== undefined && kill(pid)).length;
    if (hitsAgent) await agent?.ended;
    if (hitsServer) {
      await server.ended;
      await this.#startServer();
    }
    if (hitsAgent) this.#startAgent();
    return reached;
  }

  /** Lets the agent read and send the rest; resolves with its status output. */
  async drained(): Promise<string> {
    this.#agent?.process.kill('SIGTERM');
    await this.#agent?.ended;
    const agent = spawnAgent([...this.#agentArguments(), '--once']);
    this.#agent = agent;
    const overdue = setTimeout(() => agent.process.kill('SIGKILL'), OVERDUE_MS);
    // A start whose database was killed may end only now, and the agent waits for the next one.
    while (agent.process.exitCode === null && agent.process.signalCode === null) {
      const server = await this.#runningServer();
      await Promise.race([agent.ended, server.ended]);
    }
    clearTimeout(overdue);
    const { code, stdout } = await agent.ended;
    expect(code, this.#said()).toBe(0);
    return stdout.trim();
  }

  async end(): Promise<void> {
    this.#agent?.process.kill('SIGKILL');
    await this.#agent?.ended;
    await this.#server?.end('SIGTERM');
  }

  /** Resolves when the server has stored something new. */
  async #flowing(): Promise<void> {
    const stored = async () => {
      const url = await (await this.#runningServer()).ready;
      const agents = await clientOf({ url }, this.#operatorToken).api.operatorAgentsList({
        tenant_id: this.#tenantId,
      });
      return agents.reduce((sum, agent) => sum + agent.events_accepted, 0);
    };
    // Calls fail while the database recovers from the kill of one of its processes.
    const before = (await stored().catch(() => undefined)) ?? 0;
    const deadline = Date.now() + OVERDUE_MS;
    while (((await stored().catch(() => undefined)) ?? before) <= before) {
      if (Date.now() > deadline) throw new Error(`No event was stored in ${OVERDUE_MS} ms.\n${this.#said()}`);
      await pause(20);
    }
  }

  #said(): string {
    return `Server:\n${this.#server?.output()}\nAgent:\n${this.#agent?.stderr()}`;
  }

  /** The current server. A start that failed because its database was killed is repeated; a ready one never ends by itself. */
  async #runningServer(): Promise<SpawnedServer> {
    const server = this.#server!;
    const { exitCode, signalCode } = server.process;
    if (exitCode === null && signalCode === null) return server;
    const { output } = await server.ended;
    if (/^Scout is ready at/m.test(output)) throw new Error(`The server ended by itself:\n${output}`);
    return await this.#startServer();
  }

  async #startServer(): Promise<SpawnedServer> {
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
    return this.#server;
  }

  #startAgent(): void {
    this.#agent = spawnAgent(this.#agentArguments());
  }

  #agentArguments(): string[] {
    const server = `http://127.0.0.1:${this.#port}`;
    const state = join(this.#folder, 'agent');
    return ['--server', server, '--token', this.#token, '--state', state, '--source', `file:${this.file}`];
  }

  /** The process of the embedded database to kill; undefined: none, or none that runs. */
  async #databaseVictim(victim: Victim): Promise<number | undefined> {
    if (victim !== 'machine' && victim !== 'postmaster' && victim !== 'database process') return undefined;
    const data = join((await placeOf(this.#dataDir)).base, 'data');
    if ((await livePostmaster(data)) !== 'running') return undefined;
    const postmaster = Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);
    if (victim !== 'database process') return postmaster;
    const path = `/proc/${postmaster}/task/${postmaster}/children`;
    const children = (await readFile(path, 'utf8').catch(() => '')).split(' ').map(Number).filter(Boolean);
    return children.length === 0 ? undefined : this.#random.pick(children);
  }
}

/** False when the process has ended already. */
function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}
