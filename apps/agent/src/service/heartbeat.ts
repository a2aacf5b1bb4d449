import { gapsToTell, gapsWereTold } from '../spool/gaps.ts';
import type { Spool } from '../spool/spool.ts';
import type { Heard, Pulse, Server } from '../transport/server.ts';
import type { Collection } from './collection.ts';
import type { Credentials } from './credentials.ts';
import { exitCodes, Failure } from './failure.ts';
import { pause } from './signal.ts';

/** What a sign of life is made from. */
export interface Vitals {
  readonly server: Pick<Server, 'heartbeat' | 'rotate'>;
  readonly credentials: Credentials;
  readonly spool: Spool;
  readonly collection: Collection;
}

/** What the next heartbeat says. */
export function pulseOf(spool: Spool, collection: Collection): Pulse {
  const now = Date.now();
  const { depth, lagSeconds } = spool.queue(now);
  const { totals } = spool.checkpoint.state;
  return {
    sent_at: new Date(now).toISOString(),
    queue_depth: depth,
    lag_seconds: Math.round(lagSeconds),
    events_read: spool.eventsRead,
    events_sent: totals.accepted + totals.duplicates,
    events_rejected: totals.rejected,
    gaps: gapsToTell(spool.checkpoint.state),
    sources: collection.sources,
    ...(collection.audit === undefined ? {} : { audit: collection.audit }),
  };
}

/**
 * One sign of life. That it is not heard is no trouble: shipping reports that. Null when it was not.
 * @throws {Failure} when the credential is not accepted.
 */
export async function beat(vitals: Vitals, signal: AbortSignal): Promise<Heard | null> {
  const { server, credentials, spool, collection } = vitals;
  const answer = await server.heartbeat(credentials.current, pulseOf(spool, collection), signal);
  if (answer.kind === 'unauthorised') {
    throw new Failure(
      `the server does not accept this agent's credential (${answer.reason}). Nothing is lost: enrol again with 'enrol --force' and start the agent`,
      exitCodes.unauthorised,
    );
  }
  if (answer.kind !== 'heard') return null;
  noteHeard(spool, answer);
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
