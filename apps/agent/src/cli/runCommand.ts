import { parseEnrolment } from '../installation/enrolment.ts';
import { ownConfiguration } from '../installation/install.ts';
import { nodeFs } from '../runtime/durableFs.ts';
import { exitCodes, Failure } from '../runtime/failure.ts';
import { type Log, logOnStderr } from '../runtime/log.ts';
import { readCredential } from '../service/credential.ts';
import { Names } from '../service/names.ts';
import { run } from '../service/run.ts';
import { summaryInWords } from '../service/summary.ts';
import { parseSources, type SourceSettings } from '../sources/parseSource.ts';
import { type Source, SourceError } from '../sources/source.ts';
import { findingsInWords, systemFindings } from '../sources/systemSources.ts';
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
  const service =
    given.config === undefined ? null : await serviceRun(given, given.config, { log, signal: stop });
  const flags = service?.flags ?? (await withOwnConfiguration(given));
  const names = new Names();
  const settings = {
    names,
    wevtutil: flags.wevtutil,
    windowsPollMs: flags.windowsPoll,
    ...(flags.host === undefined ? {} : { host: flags.host }),
  };
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
    }),
  });
  if (flags.once) {
    log.info(`${summaryInWords(summary, serverUrl)}; nothing more to read`);
    process.stdout.write(`${JSON.stringify(summary)}\n`);
  }
  return exitCodes.done;
}

/** Says what this machine has to read and what it lacks. */
function sayFindings(log: Log): void {
  const findings = systemFindings();
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
