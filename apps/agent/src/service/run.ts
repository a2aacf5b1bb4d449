import { randomUUID } from 'node:crypto';
import type { UpgradeReport } from '@scout/contract';
import type { DirectoryConnector } from '../directories/connector.ts';
import { nodeFs } from '../runtime/durableFs.ts';
import { Failure } from '../runtime/failure.ts';
import { lock } from '../runtime/lock.ts';
import type { Log } from '../runtime/log.ts';
import { keepLean } from '../runtime/memory.ts';
import { pause, Signal } from '../runtime/signal.ts';
import type { Source } from '../sources/source.ts';
import { Intake } from '../spool/intake.ts';
import { Spool } from '../spool/spool.ts';
import { retryDelay } from '../transport/backoff.ts';
import type { Network } from '../transport/network.ts';
import { type HeartbeatResponse, Server } from '../transport/server.ts';
import { auditPolicy, limitToSources } from './auditPolicy.ts';
import type { CentralConfiguration } from './centralConfiguration.ts';
import { Collection } from './collection.ts';
import { Credentials } from './credentials.ts';
import { ensureEnrolled } from './enrolment.ts';
import {
  compareWithServer,
  type HeartbeatContext,
  heartbeatRequestOf,
  recordResponse,
  sendHeartbeat,
  sendHeartbeats,
} from './heartbeat.ts';
import { describeMachine } from './machine.ts';
import type { Names } from './names.ts';
import { Readmission } from './readmission.ts';
import { Relocation } from './relocation.ts';
import { Shipper } from './shipper.ts';
import { Standing } from './standing.ts';
import type { Summary } from './summary.ts';

export interface RunOptions {
  /** The state directory; created if missing. */
  readonly folder: string;
  readonly serverUrl: string;
  readonly network: Network;
  readonly token: string | null;
  /** The token comes from an installation without a server response so far. */
  readonly tokenIsNew?: boolean;
  /** Reported name instead of the system's. */
  readonly host: string | null;
  /** Reported system instead of this one, for the log of another machine. */
  readonly platform?: string | null;
  readonly sources: readonly Source[];
  /** Names used by the sources. */
  readonly names: Names;
  readonly once: boolean;
  readonly spoolLimitBytes: number;
  readonly heartbeatMs: number;
  /** Interval between readings of the audit policy, in milliseconds. */
  readonly auditMs: number;
  /** Called with each heartbeat response. */
  readonly heard?: (answer: HeartbeatResponse) => void;
  /** Called when a source is being read. */
  readonly reading?: () => void;
  /** Called for each heartbeat: the last upgrade, if it failed or was rolled back. */
  readonly upgrade?: () => UpgradeReport | null;
  /** The configuration of the machine's group, for a service. */
  readonly configuration?: CentralConfiguration;
  /** The directories that this machine reads for its server. */
  readonly directories?: DirectoryConnector;
  /** Group that the installation asks for. */
  readonly group?: string;
  readonly timeoutMs: number;
  readonly patienceMs: number | null;
  readonly log: Log;
  /** Requests a stop: events already read are spooled, and the current batch may finish. */
  readonly stop: AbortSignal;
}

/** Attempts for a batch refused by the server before `--once` gives up. */
const REFUSED_TRIES = 5;
const FINISH_MS = 5_000;
/** Reading time after which a failed source restarts with the shortest delay. */
const STEADY_MS = 60_000;

/**
 * The agent: reads its sources into the spool and sends the spool. With `once` it resolves when everything is acknowledged,
 * otherwise when `stop` aborts.
 * @throws {Failure}
 */
export async function run(options: RunOptions): Promise<Summary> {
  const { folder, log, stop } = options;
  await nodeFs.makeDirectory(folder);
  const unlock = await lock(folder);
  try {
    const machine = describeMachine(options.host, options.platform ?? null);
    const server = new Server(options.serverUrl, machine, options.timeoutMs, options.network);
    const { token, tokenIsNew = false } = options;
    const { once, directories } = options;
    const standing = new Standing(nodeFs, folder);
    const { group } = options;
    const enrolment = { fs: nodeFs, folder, server, host: machine.host, token, group, standing, log };
    const kept = await ensureEnrolled({
      ...enrolment,
      tokenIsNew,
      waitsForRelease: !once,
      patienceMs: once ? options.patienceMs : null,
      signal: stop,
    });
    const spool = await Spool.open({
      fs: nodeFs,
      folder,
      limitBytes: options.spoolLimitBytes,
      firstBatch: kept.first_batch,
      coding: () => server.coding,
      log,
    });
    log.info(`reading ${options.sources.map(({ key }) => key).join(', ')}, shipping to ${server.url}`);
    const credentials = new Credentials(nodeFs, folder, kept, log);
    await options.names.load(nodeFs, folder, kept, log);
    return await deliver(options, {
      server,
      credentials,
      spool,
      collection: new Collection(options.reading),
      names: options.names,
      selecting: options.sources.filter(({ selects }) => selects).map(({ key }) => key),
      readmission: new Readmission({ ...enrolment, credentials, once }),
      relocation: new Relocation({ server, credentials, log }),
      standing,
      admitted: new Signal(),
      instanceId: randomUUID(),
      log,
      upgrade: options.upgrade,
      configuration: options.configuration,
      directories: directories && {
        report: () => directories.report(),
        hear: (due, signal) => directories.hear(due, { server, credentials, signal }),
      },
    });
  } finally {
    await unlock();
  }
}

async function deliver(
  options: RunOptions,
  context: HeartbeatContext & { readonly server: Server },
): Promise<Summary> {
  const { server, credentials, spool, collection, readmission } = context;
  const { once, log, stop } = options;
  const before = { ...spool.checkpoint.state.totals };
  // Reading ends on request; sending and heartbeats end after reading, or on any failure.
  const failed = new AbortController();
  const reading = AbortSignal.any([stop, failed.signal]);
  const shipping = new AbortController();
  const beating = new AbortController();
  stop.addEventListener('abort', () => setTimeout(() => shipping.abort(), FINISH_MS).unref());

  let read = false;
  const readAll = async (): Promise<void> => {
    await Promise.all(
      options.sources.map((source) => readSource(source, context, { once, signal: reading, log })),
    );
    await spool.settle().catch(() => {});
    read = true;
    spool.changed.fire();
  };
  const shipper = new Shipper({
    spool,
    server,
    credentials,
    log,
    heartbeatRequest: () => heartbeatRequestOf(context),
    refused: (reason, signal) => readmission.refused(reason, signal),
    onResponse: (response) => recordResponse(spool, response),
    compare: (signal) => compareWithServer(context, signal),
    admitted: context.admitted,
    eventsPerSecond: () => options.configuration?.settings.events_per_second ?? null,
    saysSent: options.sources.some(({ key }) => key.startsWith('file:')),
    refusedTries: once ? REFUSED_TRIES : null,
    patienceMs: once ? options.patienceMs : null,
    stop,
  });
  const ship = async (): Promise<void> => {
    await shipper.run(() => read, shipping.signal);
    beating.abort();
  };
  const failing = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      failed.abort();
      shipping.abort();
      beating.abort();
      throw error;
    });
  const results = await Promise.allSettled([
    failing(readAll()),
    failing(ship()),
    failing(sendHeartbeats(context, options.heartbeatMs, beating.signal, options.heard)),
    failing(keepLean(beating.signal)),
    ...(ofThisMachine(options.sources) ? [failing(keepAuditing(collection, options, beating.signal))] : []),
  ]);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) {
    // A disk that refuses writes must not delay the error.
    await Promise.race([spool.flush(), pause(FINISH_MS, new AbortController().signal)]);
    throw failure.reason;
  }
  await spool.flush();
  await options.directories?.settled();
  if (once && stop.aborted) throw new Failure('stopped before everything was read and acknowledged');
  if (once && spool.damaged > 0)
    throw new Failure(`${spool.damaged} spool files could not be sent: see 'status'`);
  // Shows an empty queue on the server; everything is acknowledged already.
  if (once) await sendHeartbeat(context, AbortSignal.timeout(FINISH_MS)).catch(() => {});
  await spool.flush();
  const { totals } = spool.checkpoint.state;
  return {
    read: spool.taken,
    accepted: totals.accepted - before.accepted,
    duplicates: totals.duplicates - before.duplicates,
    rejected: totals.rejected - before.rejected,
  };
}

/** A file may come from another machine: this machine's audit policy does not apply to it. */
const ofThisMachine = (sources: readonly Source[]): boolean =>
  sources.some(({ key }) => !key.startsWith('file:'));

/** Reads the audit policy now and every `auditMs`, because it can be switched off at any time. */
async function keepAuditing(
  collection: Collection,
  { sources, auditMs }: Pick<RunOptions, 'sources' | 'auditMs'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    collection.audit = limitToSources(await auditPolicy(), sources);
    await pause(auditMs, signal);
  }
}

/** Reads one source to its end, or forever; in the latter case a failed source is retried from its last committed position. */
async function readSource(
  source: Source,
  { spool, collection }: Pick<HeartbeatContext, 'spool' | 'collection'>,
  { once, signal, log }: { once: boolean; signal: AbortSignal; log: Log },
): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const since = performance.now();
    try {
      const report = collection.report.bind(collection, source.key);
      await source.run(new Intake(spool, source.key, signal, undefined, report), { once, signal });
      return;
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      if (once) throw new Failure(reason);
      if (performance.now() - since > STEADY_MS) attempt = 0;
      const delay = retryDelay(attempt, Math.random(), null);
      collection.report(source.key, 'failed', reason);
      if (attempt === 0) spool.notice(`${source.key}: ${reason}`);
      log.warn(`${source.key} cannot be read (${reason}); retrying in ${(delay / 1000).toFixed(1)} s`);
      // Reading resumes at a position that may not be on disk yet.
      await spool.settle().catch(() => {});
      await pause(delay, signal);
    }
  }
}
