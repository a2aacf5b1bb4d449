import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '@scout/detection/simulation/random';
import { type SecurityLogEntry, toWindowsXml } from '@scout/detection/simulation/windowsXml';
import { SAMPLE_HOSTS, type SampleHost } from './bank.ts';
import { historyOf, ordinaryEntry, storyAfter } from './history.ts';

const AGENT = fileURLToPath(new URL('../../../../agent/src/main.ts', import.meta.url));
const LOG_LIMIT_BYTES = 4 * 1024 * 1024;
const QUIET_MS = { least: 3_000, most: 12_000 };
/** The sample's machines are of Windows, whatever this one is. */
const PLATFORM = 'win32 10.0.20348 x64';
const RESTART_MS = 5_000;
/** Interval of continuing the story: a suspended machine may resume late. */
const STORY_MS = 1_000;

export interface FleetOptions {
  /** Folder for the machines' logs and the agents' state; created if missing. */
  readonly folder: string;
  readonly serverUrl: string;
  /** Enrollment token for all sample agents. */
  readonly token: string;
  readonly warn: (message: string) => void;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Writes thirty days of log for a machine without one, atomically. */
async function writeHistory(log: string, host: SampleHost, now: number): Promise<void> {
  if (await exists(log)) return;
  const entries = historyOf(host, now);
  await writeFile(`${log}.part`, entries.map((entry) => `${toWindowsXml(entry)}\n`).join(''));
  await rename(`${log}.part`, log);
}

/**
 * The sample organization's machines: each has a security log on disk and the real agent, as a separate process, that follows it.
 * The story of the thirty days continues, and every few seconds one machine logs an ordinary event. `stop` ends all agents and
 * waits for them.
 */
export async function startFleet({
  folder,
  serverUrl,
  token,
  warn,
}: FleetOptions): Promise<{ stop: () => Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const logOf = (host: string) => join(folder, `${host}.xml`);
  const started = Date.now();
  for (const host of SAMPLE_HOSTS) await writeHistory(logOf(host), host, started);

  const agents = new Map<string, ChildProcess>();
  const timers = new Set<NodeJS.Timeout>();
  let stopping = false;

  const later = (delay: number, run: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, delay);
    timers.add(timer);
  };

  const startAgent = (host: string): void => {
    if (stopping) return;
    const args = [
      'run',
      '--server',
      serverUrl,
      '--state',
      join(folder, 'agents', host),
      '--source',
      `file:${logOf(host)}`,
      '--host',
      host,
      '--platform',
      PLATFORM,
      '--stop-with-stdin',
    ];
    const child = spawn(process.execPath, [AGENT, ...args], {
      // Its standard input closes when this process ends for any reason, and then the agent exits.
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { ...process.env, SCOUT_ENROLMENT_TOKEN: token },
    });
    let lastWords = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      lastWords = `${lastWords}${chunk}`.slice(-500);
    });
    child.on('exit', (code) => {
      agents.delete(host);
      if (stopping) return;
      warn(`sample agent ${host} ended (${code}), starting it again: ${lastWords.trim()}`);
      later(RESTART_MS, () => startAgent(host));
    });
    agents.set(host, child);
  };

  const logOne = async (entry: SecurityLogEntry): Promise<void> => {
    const log = logOf(entry.computer);
    if ((await stat(log)).size > LOG_LIMIT_BYTES) await rename(log, `${log}.1`);
    await appendFile(log, `${toWindowsXml(entry)}\n`);
  };
  // Sequentially: two concurrent writers may both find the log too long.
  let written = Promise.resolve();
  const write = (entry: SecurityLogEntry): void => {
    written = written
      .then(() => logOne(entry))
      .catch((error: Error) => warn(`sample event not written: ${error.message}`));
  };

  const random = createRandom(`live/${started}`);
  const keepBusy = (): void =>
    later(QUIET_MS.least + random() * (QUIET_MS.most - QUIET_MS.least), () => {
      write(ordinaryEntry(Date.now(), random));
      keepBusy();
    });

  const story = storyAfter(started);
  let next = story.next().value;
  const goOn = (): void =>
    later(STORY_MS, () => {
      for (; next.time <= Date.now(); next = story.next().value) write(next);
      goOn();
    });

  for (const host of SAMPLE_HOSTS) startAgent(host);
  keepBusy();
  goOn();
  return {
    async stop() {
      stopping = true;
      for (const timer of timers) clearTimeout(timer);
      const ended = [...agents.values()].map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exit = once(child, 'exit');
        child.kill('SIGTERM');
        await exit;
      });
      await Promise.all(ended);
    },
  };
}
