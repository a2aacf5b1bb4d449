import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { limits } from '@scout/contract';
import type { Target } from '@scout/testkit/hostile/callers';
import { type HostileResult, runHostile } from '@scout/testkit/hostile/run';
import { temporaryFolder } from './temporaryFolder.ts';

const HELP = `npm run test:hostile -- [--cases N] [--seed S] [--from I] [--json]

Sends hostile requests over loopback to a separate server process: every call of the contract with inputs generated from its schema
(valid, nearly valid, hostile) as every kind of caller, ingest with mutated events, broken gzip and bombs, and unknown paths.
Exits with 1 if a response is 5xx (except 503 with Retry-After from a full ingest or report), is slower than --slow or missing, or
if the server uses more than --memory a minute later.

  --cases N        requests (default 300000)
  --seed S         seed of all random choices (default: a new one, which is printed)
  --from I         number of the first case, to repeat a single case with --cases 1 (without the data stored by earlier cases)
  --concurrency C  requests at once (default 8)
  --slow MS        slowest permitted response (default 1000)
  --memory MIB     resident memory of the server a minute after the last request (default 350)
  --log            write the server's log to standard error
  --json           print one JSON object instead of text; progress goes to standard error either way
  --help           print this`;

const { values: options } = parseArgs({
  options: {
    cases: { type: 'string', default: '300000' },
    seed: { type: 'string' },
    from: { type: 'string', default: '0' },
    concurrency: { type: 'string', default: '8' },
    slow: { type: 'string', default: '1000' },
    memory: { type: 'string', default: '350' },
    log: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(HELP);
else process.exitCode = await main();

interface Report extends HostileResult {
  readonly seed: number;
  readonly seconds: number;
  /** Resident memory of the server process in MiB: when ready, at peak, and a minute after the last request. */
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number };
}

async function main(): Promise<number> {
  const seed = options.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : numberOf('seed');
  console.error(`seed ${seed}`);
  await using server = await startServer();
  const before = await residentMib(server.pid);
  let peak = before;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await residentMib(server.pid).catch(() => 0));
  }, 250);
  const began = performance.now();
  const result = await runHostile({
    target: server.target,
    seed,
    from: numberOf('from'),
    cases: numberOf('cases'),
    concurrency: numberOf('concurrency'),
    slowMs: numberOf('slow'),
    onFault: ({ sent, ...fault }) => console.error(JSON.stringify({ ...fault, sent: sent.slice(0, 300) })),
    progress: (done, { faults, slow, slowestMs }) => {
      if (done % (done < 10_000 ? 1_000 : 10_000) === 0)
        console.error(
          `${done} cases, ${faults} faults, of which slow ${slow}, slowest ${slowestMs} ms, memory at most ${peak} MiB`,
        );
    },
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  await pause(60_000);
  clearInterval(watch);
  const memory = { before, peak, after: await residentMib(server.pid) };
  const report: Report = { ...result, seed, seconds, memory };
  print(report);
  const tooMuch = memory.after > numberOf('memory');
  return result.faults > 0 || tooMuch ? 1 : 0;
}

interface RunningServer extends AsyncDisposable {
  readonly pid: number;
  readonly target: Target;
}

async function startServer(): Promise<RunningServer> {
  await using made = new AsyncDisposableStack();
  const folder = await temporaryFolder('scout-hostile-');
  made.defer(() => rm(folder, { recursive: true, force: true }));
  const child = fork(fileURLToPath(new URL('./fuzz/server.ts', import.meta.url)), {
    env: {
      ...process.env,
      PORT: '0',
      SCOUT_DATA_DIR: join(folder, 'data'),
      SCOUT_SAMPLE: 'off',
      // Maximum values: quota refusals would hide everything else.
      SCOUT_QUOTA_EVENTS_PER_SECOND: String(limits.quota.eventsPerSecondMax),
      SCOUT_QUOTA_AGENT_EVENTS_PER_SECOND: String(limits.quota.eventsPerSecondMax),
      SCOUT_QUOTA_GB_PER_DAY: String(limits.quota.bytesPerDayMax / 1e9),
      SCOUT_QUOTA_AGENT_GB_PER_DAY: String(limits.quota.bytesPerDayMax / 1e9),
      SCOUT_LOG_LEVEL: options.log ? 'warn' : 'silent',
    },
    stdio: ['ignore', options.log ? process.stderr : 'ignore', 'inherit', 'ipc'],
  });
  made.defer(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The server ended before it was ready');
  });
  const [target] = (await Promise.race([once(child, 'message'), ended])) as [Target];
  ended.catch(() => {});
  const running = made.move();
  return { pid: child.pid!, target, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Resident memory of a process; Linux only. */
async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
}

function print(report: Report): void {
  if (options.json) {
    console.log(JSON.stringify(report));
    return;
  }
  const {
    cases,
    seed,
    seconds,
    slowestMs,
    slowest,
    largestBytes,
    largest,
    statuses,
    memory,
    faults,
    slow,
    slowAgain,
    first,
    byCall,
  } = report;
  console.log(
    `${cases} cases in ${seconds} s, seed ${seed}: ${faults} faults, of which slow ${slow}, slow again when sent once more ${slowAgain}`,
  );
  console.log(`slowest answer ${slowestMs} ms: ${slowest}`);
  console.log(`largest answer ${Math.round(largestBytes / 1024)} KiB: ${largest}`);
  console.log(
    `memory of the server ${memory.before} MiB at first, ${memory.peak} MiB at most, ${memory.after} MiB a minute later`,
  );
  console.log(
    `statuses ${Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`,
  );
  const costly = Object.entries(byCall).sort(([, a], [, b]) => b.ms - a.ms);
  console.log(
    `most time: ${costly
      .slice(0, 8)
      .map(([name, { ms, cases }]) => `${name} ${Math.round(ms / cases)} ms × ${cases}`)
      .join(', ')}`,
  );
  for (const fault of first)
    console.log(
      `\n${fault.kind}: ${fault.call} as ${fault.caller}, status ${fault.status}, ${fault.ms} ms${fault.msAgain === undefined ? '' : ` (${fault.msAgain} when sent again)`}, case ${fault.case}\n  ${fault.sent}\n  ${fault.answer}`,
    );
}

function numberOf(name: 'cases' | 'seed' | 'from' | 'concurrency' | 'slow' | 'memory'): number {
  const value = Number(options[name]);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} must be a whole number, not ${JSON.stringify(options[name])}`);
  process.exit(2);
}
