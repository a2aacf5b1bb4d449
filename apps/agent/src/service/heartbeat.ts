import { gapsToTell, gapsWereTold } from '../spool/gaps.ts';
import type { Spool } from '../spool/spool.ts';
import type { Heard, Pulse, Server } from '../transport/server.ts';
import type { UpgradeReport } from '../upgrade/report.ts';
import type { Collection } from './collection.ts';
import type { Credentials } from './credentials.ts';
import type { Log } from './log.ts';
import type { Readmission } from './readmission.ts';
import type { Relocation } from './relocation.ts';
import { pause } from './signal.ts';
import type { Standing } from './standing.ts';

/** What a sign of life is made from. */
export interface Vitals {
  readonly server: Pick<Server, 'heartbeat' | 'rotate'>;
  readonly credentials: Credentials;
  readonly spool: Spool;
  readonly collection: Collection;
  readonly readmission: Pick<Readmission, 'refused'>;
  readonly relocation: Pick<Relocation, 'heard' | 'missed' | 'refused'>;
  readonly standing: Pick<Standing, 'note'>;
  /** Random, of this process: by it the server tells two machines apart that share a credential. */
  readonly instanceId: string;
  readonly log: Log;
  /** The last upgrade, when it came to nothing. */
  readonly upgrade?: (() => UpgradeReport | null) | undefined;
}

/** Text of the status and the log until an admin approves the machine. */
const AWAITS_APPROVAL =
  'this machine is waiting for an admin to approve it in Settings > Agent; its events wait here until then';

/** What the next heartbeat says. */
export function pulseOf({
  spool,
  collection,
  instanceId,
  upgrade,
}: Pick<Vitals, 'spool' | 'collection' | 'instanceId' | 'upgrade'>): Pulse {
  const now = Date.now();
  const { depth, lagSeconds } = spool.queue(now);
  const { totals } = spool.checkpoint.state;
  const report = upgrade?.() ?? null;
  return {
    instance_id: instanceId,
    sent_at: new Date(now).toISOString(),
    queue_depth: depth,
    lag_seconds: Math.round(lagSeconds),
    events_read: spool.eventsRead,
    events_sent: totals.accepted + totals.duplicates,
    events_rejected: totals.rejected,
    gaps: gapsToTell(spool.checkpoint.state),
    sources: collection.sources,
    ...(collection.audit === undefined ? {} : { audit: collection.audit }),
    ...(report !== null && { upgrade: report }),
  };
}

/**
 * One sign of life. That it is not heard is no trouble: shipping reports that. Null when it was not.
 * @throws {Failure} when the credential is not accepted and that is not waited out.
 */
export async function beat(vitals: Vitals, signal: AbortSignal): Promise<Heard | null> {
  const { server, credentials, spool, readmission, relocation, standing, log } = vitals;
  const answer = await server.heartbeat(credentials.current, pulseOf(vitals), signal);
  if (answer.kind === 'unauthorised') {
    if (!(await relocation.refused(signal))) await readmission.refused(answer.reason, signal);
    return null;
  }
  if (answer.kind !== 'heard') {
    await relocation.missed(signal);
    return null;
  }
  noteHeard(spool, answer);
  await relocation.heard(answer.addresses);
  const isNews = await standing.note(answer.awaitsApproval ? AWAITS_APPROVAL : null);
  if (isNews && answer.awaitsApproval) log.warn(AWAITS_APPROVAL);
  if (answer.rotateCredential) await credentials.rotate(server, signal);
  return answer;
}

/** Keeps what an answer says: that the server was there, and which gaps it has now. */
export function noteHeard(spool: Spool, { gapsReceived }: Heard): void {
  spool.checkpoint.update((state) => {
    state.last_contact_at = new Date().toISOString();
    if (gapsReceived.length > 0) gapsWereTold(state, gapsReceived);
  });
}

/** A sign of life at once and then every `intervalMs`, until `signal` aborts; `heard` is told of each that was answered. */
export async function keepBeating(
  vitals: Vitals,
  intervalMs: number,
  signal: AbortSignal,
  heard: (answer: Heard) => void = () => {},
): Promise<void> {
  while (!signal.aborted) {
    const answer = await beat(vitals, signal);
    if (answer !== null) heard(answer);
    await pause(intervalMs, signal);
  }
}
