import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFailed, type TestContext } from 'vitest';
import { type AgentProcess, runAgent, startAgent } from './agentProcess.ts';
import { ScoutServer } from './scoutServer.ts';
import { securityEvent } from './windows/standIn.ts';

/** A log, a server and the agents between them. */
export class AgentFixture {
  readonly folder: string;
  readonly log: string;
  readonly state: string;
  readonly server = new ScoutServer();
  readonly #running: AgentProcess[] = [];

  readonly #onTestFailed: TestContext['onTestFailed'];

  private constructor(folder: string, onTestFailed: TestContext['onTestFailed']) {
    this.folder = folder;
    this.#onTestFailed = onTestFailed;
    this.log = join(folder, 'security.xml');
    this.state = join(folder, 'state');
  }

  /** @param context of a test that runs concurrently with others */
  static async open(context: Pick<TestContext, 'onTestFailed'> = { onTestFailed }): Promise<AgentFixture> {
    const folder = await mkdtemp(join(tmpdir(), 'scout-agent-'));
    const fixture = new AgentFixture(folder, context.onTestFailed);
    await fixture.server.start();
    return fixture;
  }

  async close(): Promise<void> {
    for (const { child } of this.#running) child.kill('SIGKILL');
    await this.server.stop();
    await rm(this.folder, { recursive: true });
  }

  /** Arguments to follow the log and send it. */
  runArguments(...more: string[]): string[] {
    const { server, state, log } = this;
    const to = ['--server', server.url, '--token', server.token, '--state', state];
    return ['run', ...to, '--source', `file:${log}`, ...more];
  }

  runOnce(...more: string[]): ReturnType<typeof runAgent> {
    return runAgent(this.runArguments('--once', ...more));
  }

  /** Starts an agent that follows; its output is shown when the test fails. */
  start(...more: string[]): AgentProcess {
    const agent = startAgent(this.runArguments(...more));
    this.#running.push(agent);
    this.#onTestFailed(() => {
      process.stderr.write(agent.stderr);
    });
    return agent;
  }

  async write(xml: readonly string[]): Promise<void> {
    await appendFile(this.log, `${xml.join('\n')}\n`);
  }

  /** The stored lines, in order. */
  get shipped(): string[] {
    return this.server.stored.map((line) => JSON.parse(line).xml as string);
  }

  /** The output of `status --json`. */
  async status(): Promise<Record<string, unknown>> {
    const { stdout } = await runAgent(['status', '--state', this.state, '--json']);
    return JSON.parse(stdout);
  }
}

/** Security events with the record ids `from` to `to`, inclusive. */
export const events = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => securityEvent(from + index));

/** Resolves when the condition holds, by polling: other processes send no notice. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}
