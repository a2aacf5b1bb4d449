import type { UpgradeReport } from '@scout/contract';
import type { Log } from '../runtime/log.ts';
import { pause, type Signal } from '../runtime/signal.ts';
import { acknowledgeGaps, pendingGaps } from '../spool/gaps.ts';
import { compareNumbers } from '../spool/restoredServer.ts';
import type { Spool } from '../spool/spool.ts';
import type { HeartbeatRequest, HeartbeatResponse, Server } from '../transport/server.ts';
import type { CentralConfiguration } from './centralConfiguration.ts';
import type { Collection } from './collection.ts';
import type { Credentials } from './credentials.ts';
import type { Names } from './names.ts';
import type { Readmission } from './readmission.ts';
import type { Relocation } from './relocation.ts';
import type { Standing } from './standing.ts';

/** State reported and changed by heartbeats. */
export interface HeartbeatContext {
  readonly server: Pick<Server, 'heartbeat' | 'rotate'>;
  readonly credentials: Credentials;
  readonly spool: Spool;
  readonly collection: Collection;
  readonly names: Pick<Names, 'report' | 'hear'>;
  /** Sources that select events by names. */
  readonly selecting: readonly string[];
  readonly readmission: Pick<Readmission, 'refused'>;
  readonly relocation: Pick<Relocation, 'heard' | 'missed' | 'refused'>;
  readonly standing: Pick<Standing, 'note'>;
  /** Fired when the server accepts batches again after refusing them: ends the shipper's delay. */
  readonly admitted: Signal;
  /** Random per process: the server uses it to distinguish two machines with the same credential. */
  readonly instanceId: string;
  readonly log: Log;
  /** The last upgrade, if it failed or was rolled back. */
  readonly upgrade?: (() => UpgradeReport | null) | undefined;
  /** The configuration of the machine's group; undefined: this run takes none. */
  readonly configuration?: CentralConfiguration | undefined;
  /** The directories that this machine reads; undefined: none. */
  readonly directories?:
    | { report(): { snapshot_id: string | null }; hear(due: unknown, signal: AbortSignal): void }
    | undefined;
}

/** Message of status and log until an admin approves the machine. */
const AWAITS_APPROVAL =
  'this machine is waiting for an admin to approve it in Settings > Agent; its events wait here until then';

/** Message of status and log while the organization has no subscription. */
const LACKS_SUBSCRIPTION =
  'the organization of this machine has no subscription; its events wait here, within the spool limit, until it subscribes';

/** Intervals between heartbeats while the organization has no subscription. */
const RARELY = 15;

/** Builds the next heartbeat. */
export function heartbeatRequestOf({
  spool,
  collection,
  names,
  instanceId,
  upgrade,
  configuration,
  directories,
  credentials,
}: Pick<
  HeartbeatContext,
  'spool' | 'collection' | 'names' | 'instanceId' | 'upgrade' | 'configuration' | 'directories'
> & {
  readonly credentials: Pick<Credentials, 'configurationKey'>;
}): HeartbeatRequest {
  const now = Date.now();
  const { depth, waitingSeconds } = spool.queue(now);
  const { totals } = spool.checkpoint.state;
  const report = upgrade?.() ?? null;
  return {
    instance_id: instanceId,
    sent_at: new Date(now).toISOString(),
    queue_depth: depth,
    waiting_seconds: Math.round(waitingSeconds),
    events_read: spool.eventsRead,
    events_sent: totals.accepted + totals.duplicates,
    events_rejected: totals.rejected,
    gaps: pendingGaps(spool.checkpoint.state),
    sources: collection.sources,
    names: names.report(credentials),
    ...(collection.audit === undefined ? {} : { audit: collection.audit }),
    ...(report !== null && { upgrade: report }),
    ...(configuration !== undefined && { configuration: configuration.report(credentials) }),
    ...(directories !== undefined && { directories: directories.report() }),
  };
}

/**
 * Sends one heartbeat. Returns null without a response, which is not an error.
 * @throws {Failure} when the credential is refused and waiting is not permitted.
 */
export async function sendHeartbeat(
  context: HeartbeatContext,
  signal: AbortSignal,
): Promise<HeartbeatResponse | null> {
  const { server, credentials, spool, readmission, relocation, standing, admitted, log } = context;
  const own = spool.batchNumber;
  const answer = await server.heartbeat(credentials.current, heartbeatRequestOf(context), signal);
  if (answer.kind === 'unauthorised') {
    if (!(await relocation.refused(signal))) await readmission.refused(answer.reason, signal);
    return null;
  }
  if (answer.kind !== 'answered') {
    if (!signal.aborted) {
      noteContact(context, answer.reason);
      await context.configuration?.missed();
    }
    await relocation.missed(signal);
    return null;
  }
  noteContact(context, null);
  await noteRestore(context, { own, servers: answer.nextBatch });
  recordResponse(spool, answer);
  await relocation.heard(answer.addresses);
  // A machine that awaits approval gets no names.
  if (!answer.awaitsApproval)
    await context.names.hear(answer, credentials, async (gap) => {
      for (const source of context.selecting) await spool.gap(source, gap);
    });
  await context.configuration?.hear(answer, { credentials, ask: asker(context, signal) });
  context.directories?.hear(answer.directoriesDue, signal);
  const refusal = refusalOf(answer);
  const isNews = await standing.note(refusal);
  if (isNews && refusal !== null) log.warn(refusal);
  if (isNews && refusal === null) admitted.fire();
  if (answer.rotateCredential) await credentials.rotate(server, signal);
  return answer;
}

/** Sends a heartbeat by another way. */
const asker =
  (context: HeartbeatContext, signal: AbortSignal) =>
  async (server: Pick<Server, 'heartbeat'>): Promise<string | null> => {
    const answer = await server.heartbeat(context.credentials.current, heartbeatRequestOf(context), signal);
    return answer.kind === 'answered' ? null : answer.reason;
  };

const UNREACHABLE = 'the server cannot be reached: ';

/** Stores why the server cannot be reached, for status and log; null when it can. */
function noteContact({ spool, log }: Pick<HeartbeatContext, 'spool' | 'log'>, reason: string | null): void {
  const { last_error } = spool.checkpoint.state;
  const message = reason && `${UNREACHABLE}${reason}`;
  const isOwn = last_error?.message.startsWith(UNREACHABLE) === true;
  // An error of the shipper is more exact than one of a heartbeat, and the shipper removes it.
  if (last_error !== null && (!isOwn || last_error.message === message)) return;
  if (message === null && last_error === null) return;
  if (message !== null) log.warn(`${message}; 'scout-agent doctor' tries each step`);
  spool.checkpoint.update((state) => {
    state.last_error = message === null ? null : { at: new Date().toISOString(), message };
  });
}

/** Reads the server's state before a batch changes it; everything else in the response is left to the next heartbeat. */
export async function compareWithServer(context: HeartbeatContext, signal: AbortSignal): Promise<void> {
  const { server, credentials, spool } = context;
  const own = spool.batchNumber;
  const answer = await server.heartbeat(credentials.current, heartbeatRequestOf(context), signal);
  if (answer.kind !== 'answered') return;
  await noteRestore(context, { own, servers: answer.nextBatch });
  recordResponse(spool, answer);
}

/** Records a gap when the server lacks batches that it had acknowledged. */
async function noteRestore(
  { spool, credentials }: Pick<HeartbeatContext, 'spool' | 'credentials'>,
  numbers: { readonly own: number; readonly servers: number },
): Promise<void> {
  const { agentId } = credentials.identity;
  const missing = compareNumbers(spool.checkpoint.state, agentId, numbers);
  if (missing !== null) await spool.gap('server', missing);
  spool.checkpoint.update((state) => {
    state.heard_as = agentId;
  });
}

/** Reason why the server refuses batches; null if it does not. */
function refusalOf({ awaitsApproval, lacksSubscription }: HeartbeatResponse): string | null {
  if (lacksSubscription) return LACKS_SUBSCRIPTION;
  return awaitsApproval ? AWAITS_APPROVAL : null;
}

/** Records the contact with the server and the gaps stored there. */
export function recordResponse(spool: Spool, { gapsReceived }: HeartbeatResponse): void {
  spool.checkpoint.update((state) => {
    state.last_contact_at = new Date().toISOString();
    if (gapsReceived.length > 0) acknowledgeGaps(state, gapsReceived);
  });
}

/**
 * Sends a heartbeat now and every `intervalMs`, until `signal` aborts, and less often while the organization has no subscription;
 * `heard` is called with each response.
 */
export async function sendHeartbeats(
  context: HeartbeatContext,
  intervalMs: number,
  signal: AbortSignal,
  heard: (answer: HeartbeatResponse) => void = () => {},
): Promise<void> {
  while (!signal.aborted) {
    const answer = await sendHeartbeat(context, signal);
    if (answer !== null) heard(answer);
    await pause(answer?.lacksSubscription ? RARELY * intervalMs : intervalMs, signal);
  }
}
