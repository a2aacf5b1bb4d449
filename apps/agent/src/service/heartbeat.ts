import type { Spool } from '../spool/spool.ts';
import type { Pulse, Server } from '../transport/server.ts';
import { exitCodes, Failure } from './failure.ts';
import { pause } from './signal.ts';

/** What the next heartbeat says. */
export function pulseOf(spool: Spool): Pulse {
  const { depth, lagSeconds } = spool.queue(Date.now());
  return {
    queue_depth: depth,
    lag_seconds: Math.round(lagSeconds),
    events_read: spool.eventsRead,
    events_rejected: spool.checkpoint.state.totals.rejected,
  };
}

/**
 * One sign of life. That it is not heard is no trouble: shipping reports that.
 * @throws {Failure} when the credential is not accepted.
 */
export async function beat(
  server: Server,
  credential: string,
  spool: Spool,
  signal: AbortSignal,
): Promise<void> {
  const answer = await server.heartbeat(credential, pulseOf(spool), signal);
  if (answer.kind === 'unauthorised') {
    throw new Failure(
      `the server does not accept this agent's credential (${answer.reason}). Nothing is lost: enrol again with 'enrol --force' and start the agent`,
      exitCodes.unauthorised,
    );
  }
  if (answer.kind !== 'heard') return;
  spool.checkpoint.update((state) => {
    state.last_contact_at = new Date().toISOString();
  });
}

/** A sign of life at once and then every `intervalMs`, until `signal` aborts. */
export async function keepBeating(
  server: Server,
  credential: string,
  spool: Spool,
  intervalMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await beat(server, credential, spool, signal);
    await pause(intervalMs, signal);
  }
}
