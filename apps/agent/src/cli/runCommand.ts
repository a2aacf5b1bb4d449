import { parseEnrolment } from '../installation/enrolment.ts';
import { ownConfiguration } from '../installation/install.ts';
import { nodeFs } from '../runtime/durableFs.ts';
import { exitCodes, Failure } from '../runtime/failure.ts';
import { type Log, logOnStderr } from '../runtime/log.ts';
import type { CentralOptions } from '../service/centralConfiguration.ts';
import { readCredential } from '../service/credential.ts';
import { Names } from '../service/names.ts';
import { run } from '../service/run.ts';
import { summaryInWords } from '../service/summary.ts';
import { parseSources, type SourceSettings } from '../sources/parseSource.ts';
import { type Source, SourceError } from '../sources/source.ts';
import { detectLogs, findingsInWords } from '../sources/systemSources.ts';
import { networkOf } from './networkOf.ts';
import type { NetworkFlags } from './networkOptions.ts';
import { resolveServerUrl } from './resolveServerUrl.ts';
import { serviceRun } from './serviceRun.ts';

export interface RunFlags extends NetworkFlags {
  config?: string;
  server?: string;
  token?: string;
  state: string;
  source?: string[];
  once: boolean;
  host?: string;
  platform?: string;
  spoolLimit: number;
  heartbeat: number;
  timeout: number;
  giveUpAfter?: number;
  wevtutil: string;
  windowsPoll: number;
  allowCleartext: boolean;
  stopWithStdin: boolean;
  logFile?: string;
  json: boolean;
}

const DEFAULT_SOURCES = ['system:'];
const AUDIT_MS = 15 * 60_000;

/** A signal that aborts when the process is asked to stop. */
function stopSignal(withStdin: boolean): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  if (withStdin)
    process.stdin
      .on('end', () => stop.abort())
      .on('error', () => stop.abort())
      .resume();
  return stop.signal;
}

/** `run`: resolves to the exit code. */
export async function runCommand(given: RunFlags): Promise<number> {
  const log = logOnStderr(given.json, given.logFile);
  const stop = stopSignal(given.stopWithStdin);
  const memory: RunMemory = { refused: null };
  for (;;) {
    const again = new AbortController();
    const signal = AbortSignal.any([stop, again.signal]);
    const code = await runOnce(given, { log, stop: signal, memory, changed: () => again.abort() });
    if (stop.aborted || !again.signal.aborted) return code;
    log.info('reading and sending start again with the changed configuration');
  }
}

/** State that a changed configuration leaves as it is. */
export type RunMemory = CentralOptions['memory'];

interface OneRun {
  readonly log: Log;
  readonly stop: AbortSignal;
  readonly memory: RunMemory;
  /** Ends this run for another one. */
  readonly changed: () => void;
}

/** One run of the agent, until it is stopped or its configuration changes. */
async function runOnce(given: RunFlags, { log, stop, memory, changed }: OneRun): Promise<number> {
  const service =
    given.config === undefined
      ? null
      : await serviceRun(given, given.config, { log, signal: stop, memory, changed });
  const flags = service?.flags ?? (await withOwnConfiguration(given));
  const names = service?.names ?? new Names();
  const settings = service?.sources ?? sourceSettingsOf(flags, names);
  const wanted = flags.source ?? DEFAULT_SOURCES;
  if (wanted.includes('system:')) sayFindings(log);
  const serverUrl = resolveServerUrl(
    flags.server ?? (await readCredential(nodeFs, flags.state))?.server,
    flags.allowCleartext,
  );
  const summary = await run({
    folder: flags.state,
    serverUrl,
    network: service?.network ?? networkOf(flags),
    token: flags.token ?? null,
    host: flags.host ?? null,
    platform: flags.platform ?? null,
    sources: sourcesOf(wanted, settings),
    names,
    once: flags.once,
    spoolLimitBytes: flags.spoolLimit,
    heartbeatMs: flags.heartbeat,
    auditMs: AUDIT_MS,
    timeoutMs: flags.timeout,
    patienceMs: flags.giveUpAfter ?? null,
    log,
    stop,
    ...(service && {
      tokenIsNew: service.tokenIsNew,
      heard: service.heard,
      reading: service.reading,
      upgrade: service.upgrade,
      configuration: service.configuration,
      ...(service.group !== undefined && { group: service.group }),
      ...(service.directories !== undefined && { directories: service.directories }),
    }),
  });
  if (flags.once) {
    log.info(`${summaryInWords(summary, serverUrl)}; nothing more to read`);
    process.stdout.write(`${JSON.stringify(summary)}\n`);
  }
  return exitCodes.done;
}

/** How the sources of these options are read. */
export const sourceSettingsOf = (
  { wevtutil, windowsPoll, host }: Pick<RunFlags, 'wevtutil' | 'windowsPoll' | 'host'>,
  names: Names,
): SourceSettings => ({ names, wevtutil, windowsPollMs: windowsPoll, ...(host !== undefined && { host }) });

/** Says what this machine has to read and what it lacks. */
function sayFindings(log: Log): void {
  const findings = detectLogs();
  log[findings.hasLogons ? 'info' : 'warn'](findingsInWords(findings));
}

/** The options, completed from the download if they name no server. @throws {Failure} for a damaged download */
async function withOwnConfiguration(given: RunFlags): Promise<RunFlags> {
  const carried = given.server === undefined ? await ownConfiguration() : null;
  if (carried === null) return given;
  const { server, token, allowCleartext } = parseEnrolment(carried.text, carried.from);
  return {
    ...given,
    server,
    allowCleartext: given.allowCleartext || allowCleartext,
    ...(given.token === undefined && token !== null && { token }),
  };
}

function sourcesOf(texts: readonly string[], settings: SourceSettings): Source[] {
  try {
    return parseSources(texts, settings);
  } catch (error) {
    if (error instanceof SourceError) throw new Failure(error.message, exitCodes.usage);
    throw error;
  }
}
