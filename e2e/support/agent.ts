import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type SecurityLogEntry, toWindowsXml } from './securityLog.ts';

const main = fileURLToPath(new URL('../../apps/agent/src/main.ts', import.meta.url));

/** Runs the real agent on a file of events until it has read and sent all of them. Throws its output on failure. */
export async function runAgent(
  server: string,
  token: string,
  events: readonly SecurityLogEntry[],
): Promise<void> {
  const state = await mkdtemp(join(tmpdir(), 'scout-agent-'));
  try {
    const file = join(state, 'security.xml');
    await writeFile(file, `${events.map(toWindowsXml).join('\n')}\n`);
    const agent = spawn(
      process.execPath,
      [main, 'run', '--server', server, '--token', token]
        .concat('--state', join(state, 'state'))
        .concat('--source', `file:${file}`, '--once'),
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [[code], output, problems] = await Promise.all([
      once(agent, 'close'),
      text(agent.stdout),
      text(agent.stderr),
    ]);
    if (code !== 0) throw new Error(`The agent ended with ${code}: ${output}${problems}`);
  } finally {
    await rm(state, { recursive: true, force: true });
  }
}

/** An agent that runs until stopped. */
export interface RunningAgent extends AsyncDisposable {
  /** Complete output so far. */
  readonly log: string;
}

/** Starts the real agent on an empty log, under this host name. */
export async function startAgent(server: string, token: string, host: string): Promise<RunningAgent> {
  const state = await mkdtemp(join(tmpdir(), 'scout-agent-'));
  const file = join(state, 'security.xml');
  await writeFile(file, '');
  const args = [main, 'run', '--server', server, '--token', token, '--host', host];
  const agent = spawn(
    process.execPath,
    [...args, '--state', join(state, 'state'), '--source', `file:${file}`, '--heartbeat', '1'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  agent.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = once(agent, 'exit');
  return {
    get log() {
      return log;
    },
    async [Symbol.asyncDispose]() {
      agent.kill('SIGTERM');
      await ended;
      await rm(state, { recursive: true, force: true });
    },
  };
}
