import type { DurableFs } from '../spool/durableFs.ts';
import { retryDelay } from '../transport/backoff.ts';
import type { Server } from '../transport/server.ts';
import { type Credential, readCredential, writeCredential } from './credential.ts';
import { exitCodes, Failure } from './failure.ts';
import type { Log } from './log.ts';
import { machineId } from './machine.ts';
import { pause } from './signal.ts';

export interface EnrolmentOptions {
  readonly fs: DurableFs;
  /** The state directory, locked by the caller. */
  readonly folder: string;
  readonly server: Pick<Server, 'url' | 'enrol'>;
  readonly host: string;
  readonly token: string | null;
  /** An installation has just brought the token: it counts although there is a credential. */
  readonly tokenIsNew?: boolean;
  readonly log: Log;
  /** For how long a server that does not answer, or does not understand, is tried; null means for ever. */
  readonly patienceMs: number | null;
  readonly signal: AbortSignal;
}

/**
 * Exchanges the token for a credential and keeps it, replacing any that was there.
 * @throws {Failure} without a token, when it is not accepted, or when patience is at its end.
 */
export async function enrol(options: EnrolmentOptions): Promise<Credential> {
  const { fs, folder, server, host, token, log, patienceMs, signal } = options;
  if (token === null) {
    throw new Failure(
      'this state directory is not enrolled: give an enrolment token by --token or SCOUT_ENROLMENT_TOKEN',
      exitCodes.usage,
    );
  }
  const id = await machineId(fs, folder, host);
  const since = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    const answer = await server.enrol(token, id, signal);
    if (answer.kind === 'unauthorised') {
      throw new Failure(
        `the server does not accept the enrolment token (${answer.reason})`,
        exitCodes.unauthorised,
      );
    }
    if (answer.kind === 'enrolled') {
      const credential: Credential = {
        server: server.url,
        agent_id: answer.agentId,
        credential: answer.credential,
        first_batch: answer.nextBatch,
        enrolled_at: new Date().toISOString(),
      };
      await writeCredential(fs, folder, credential);
      log.info(`enrolled with ${server.url} as agent ${answer.agentId}`);
      return credential;
    }
    const problem = `cannot enrol with ${server.url}: ${answer.reason}`;
    if (signal.aborted) throw new Failure('stopped before the enrolment');
    const delay = retryDelay(attempt, Math.random(), answer.retryAfterMs);
    if (patienceMs !== null && performance.now() - since + delay > patienceMs) throw new Failure(problem);
    log.warn(`${problem}; trying again in ${(delay / 1000).toFixed(1)} s`);
    await pause(delay, signal);
  }
}

/**
 * The credential of a state directory, from an enrolment now when there is none, or when an installation asks for one: the machine
 * may have been revoked, or belong to another organization from now on.
 * @throws {Failure} also when the directory belongs to another server: its credential must not be shown to this one.
 */
export async function ensureEnrolled(options: EnrolmentOptions): Promise<Credential> {
  const { fs, folder, server, log } = options;
  const kept = await readCredential(fs, folder);
  if (kept === null) return enrol(options);
  const fits = kept.server === server.url;
  if (options.tokenIsNew) {
    try {
      return await enrol(options);
    } catch (error) {
      // Such as a package that is installed once more, long after its token has expired.
      if (!fits || !(error instanceof Failure) || error.exitCode !== exitCodes.unauthorised) throw error;
      log.warn(`${error.message}; going on as agent ${kept.agent_id}`);
    }
  }
  if (fits) return kept;
  throw new Failure(
    `${folder} is enrolled with ${kept.server}, not with ${server.url}. Use another --state, or 'enrol --force' if the server has moved`,
    exitCodes.usage,
  );
}
