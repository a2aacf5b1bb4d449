import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { compile } from '../apps/agent/packaging/compile.ts';
import { hostRuntime } from '../apps/agent/packaging/runtimes.ts';
import { version } from '../apps/agent/src/runtime/version.ts';
import { type ControllerResult, measureController } from './agent/controller.ts';
import { type Forwarder, startAgent, startRsyslog } from './agent/forwarders.ts';
import { percentOfCore, usageOf } from './agent/usage.ts';
import { lineOf } from './ingest/events.ts';

const HELP = `npm run bench:agent -- [--rate N] [--seconds S] [--idle S] [--controller] [--program PATH] [--json]

What the agent takes from the machine that it watches: the compiled program follows a log that grows by N events a second and ships
it to a sink on this machine; before that, it follows a log that does not grow. Beside it, in the same run, rsyslog does the same work:
tail the file, queue, send (plain TCP, where the agent compresses, forces to disk and awaits that each batch is stored).

  --rate N        events a second (default 500)
  --seconds S     how long (default 30)
  --idle S        how long nothing happens before (default 30)
  --controller    instead follows a domain controller's Security log of N events a second, of which a tenth concerns service accounts: with
                  the default names, with an organization's own, and with the most that an agent takes; without rsyslog
  --program PATH  a compiled agent instead of one compiled now from the sources
  --json          print one JSON object instead of a table
  --help          print this

Linux only. Exit codes: 0 within the ceilings (60 MB resident, 5 % of a core, idle 0.5 %; of a controller 60 MB, and everything arrived), 1 beyond one, 2 wrong usage.`;

const run = promisify(execFile);
const CEILINGS = { residentMegabytes: 60, busyPercent: 5, idlePercent: 0.5 };
const RSYSLOG = '/usr/sbin/rsyslogd';
const TICK_MS = 100;
const SETTLE_MS = 5_000;

/** Megabytes are 1,000,000 bytes; percent of one core. */
interface Result {
  readonly name: string;
  readonly idlePercent: number;
  readonly busyPercent: number;
  readonly residentMegabytes: number;
  readonly peakMegabytes: number;
  readonly written: number;
  readonly arrived: number;
}

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '30' },
    idle: { type: 'string', default: '30' },
    controller: { type: 'boolean', default: false },
    program: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [rate, seconds, idle] = [values.rate, values.seconds, values.idle].map(Number);

if (values.help) console.log(HELP);
else if (process.platform !== 'linux' || !(rate! > 0) || !(seconds! > 0) || !(idle! > 0)) {
  console.error(HELP);
  process.exitCode = 2;
} else process.exitCode = await main({ rate: rate!, seconds: seconds!, idle: idle! });

async function main(load: { rate: number; seconds: number; idle: number }): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'scout-bench-agent-'));
  try {
    const program = values.program ?? (await compiled(folder));
    if (values.controller) {
      const results = await measureController(program, folder, load);
      printController(results, load);
      return results.every(isComplete) ? 0 : 1;
    }
    const results = [await measure((log) => startAgent(program, folder, `file:${log}`), folder, load)];
    if (existsSync(RSYSLOG)) {
      results.push(await measure((log) => startRsyslog(RSYSLOG, folder, log), folder, load));
    } else console.error(`rsyslog is not installed here (${RSYSLOG}): there is nothing to compare with.`);
    print(results, load);
    return isWithin(results[0]!) ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compiled(folder: string): Promise<string> {
  const program = join(folder, 'scout-agent');
  const cache = join(import.meta.dirname, '../build/runtimes');
  await writeFile(program, await compile(hostRuntime(), { cache, work: folder, version }));
  await chmod(program, 0o755);
  await forgetCached(program);
  return program;
}

/**
 * Evicts a file from the page cache, so that it is read from disk as after a restart of the machine. For a file just written as a
 * whole the kernel maps far more into the process than it uses (20 MB here), unlike for an installed agent.
 */
async function forgetCached(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync();
  await file.close();
  await run('dd', [`if=${path}`, 'iflag=nocache', 'count=0']).catch(() => {
    console.error(
      'dd cannot take the program out of the page cache here: resident memory comes out too high.',
    );
  });
}

async function measure(
  start: (log: string) => Promise<Forwarder>,
  folder: string,
  { rate: perSecond, seconds: duration, idle: quiet }: { rate: number; seconds: number; idle: number },
): Promise<Result> {
  const log = join(folder, `security-${Date.now()}.ndjson`);
  const lines = Array.from({ length: 2_000 }, (_, index) => `${lineOf('xml', index, Date.now())}\n`);
  // Warm-up events, so that everything lazy is loaded.
  await writeFile(log, lines.slice(0, 100).join(''));
  let written = 100;
  const forwarder = await start(log);
  try {
    while (forwarder.sink.lines() < written) await sleep(50);
    await sleep(SETTLE_MS);
    const idlePercent = await percentOfCore(forwarder.pid, () => sleep(quiet * 1000));
    let resident = 0;
    const busyPercent = await percentOfCore(forwarder.pid, async () => {
      const begin = performance.now();
      for (let tick = 1; tick * TICK_MS <= duration * 1000; tick += 1) {
        const due = 100 + Math.round((tick * TICK_MS * perSecond) / 1000);
        let text = '';
        for (; written < due; written += 1) text += lines[written % lines.length];
        await appendFile(log, text);
        resident = Math.max(resident, usageOf(forwarder.pid).residentBytes);
        await sleep(Math.max(0, begin + tick * TICK_MS - performance.now()));
      }
      while (forwarder.sink.lines() < written) await sleep(50);
    });
    const { peakBytes } = usageOf(forwarder.pid);
    return {
      name: forwarder.name,
      idlePercent,
      busyPercent,
      residentMegabytes: resident / 1e6,
      peakMegabytes: peakBytes / 1e6,
      written,
      arrived: forwarder.sink.lines(),
    };
  } finally {
    await forwarder.stop();
  }
}

function isWithin({ residentMegabytes, busyPercent, idlePercent }: Result): boolean {
  return (
    residentMegabytes < CEILINGS.residentMegabytes &&
    busyPercent < CEILINGS.busyPercent &&
    idlePercent < CEILINGS.idlePercent
  );
}

/** At such rates the share of a core is a measure without a ceiling. */
function isComplete({ residentMegabytes, due, arrived }: ControllerResult): boolean {
  return residentMegabytes < CEILINGS.residentMegabytes && arrived >= due;
}

function printController(
  results: readonly ControllerResult[],
  { rate, seconds }: { rate: number; seconds: number },
): void {
  if (values.json) {
    console.log(JSON.stringify({ rate, seconds, cpu: cpus()[0]?.model, cores: cpus().length, results }));
    return;
  }
  console.log(`a controller's ${rate} events/s for ${seconds} s; percent of one core\n`);
  console.table(
    results.map((result) => ({
      names: result.name,
      'busy %': result.busyPercent.toFixed(1),
      'resident MB': result.residentMegabytes.toFixed(1),
      'peak MB': result.peakMegabytes.toFixed(1),
      arrived: `${result.arrived} of ${result.due}`,
    })),
  );
}

function print(results: readonly Result[], load: { rate: number; seconds: number; idle: number }): void {
  const [agent, other] = results;
  const ratio = (key: 'idlePercent' | 'busyPercent' | 'residentMegabytes' | 'peakMegabytes') =>
    other === undefined ? null : agent![key] / other[key];
  if (values.json) {
    const ratios = {
      idle: ratio('idlePercent'),
      busy: ratio('busyPercent'),
      resident: ratio('residentMegabytes'),
    };
    console.log(
      JSON.stringify({
        ...load,
        cpu: cpus()[0]?.model,
        cores: cpus().length,
        ceilings: CEILINGS,
        results,
        ratios,
      }),
    );
    return;
  }
  console.log(
    `${load.rate} events/s of ${lineOf('xml', 0, Date.now()).length} bytes for ${load.seconds} s, after ${load.idle} s of nothing; percent of one core\n`,
  );
  const table = results.map((result) => ({
    program: result.name,
    'idle %': result.idlePercent.toFixed(2),
    'busy %': result.busyPercent.toFixed(2),
    'resident MB': result.residentMegabytes.toFixed(1),
    'peak MB': result.peakMegabytes.toFixed(1),
    arrived: `${result.arrived} of ${result.written}`,
  }));
  console.table(table);
  console.log(
    `ceilings: idle ${CEILINGS.idlePercent} %, busy ${CEILINGS.busyPercent} %, resident ${CEILINGS.residentMegabytes} MB: ${isWithin(agent!) ? 'kept' : 'NOT kept'}`,
  );
  if (other !== undefined) {
    const shown = (value: number | null) => (value === null ? '' : `${value.toFixed(1)}×`);
    console.log(
      `agent to ${other.name}: idle ${shown(ratio('idlePercent'))}, busy ${shown(ratio('busyPercent'))}, resident ${shown(ratio('residentMegabytes'))}`,
    );
  }
}
