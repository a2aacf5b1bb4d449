import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { atomicWrite } from '../runtime/atomicWrite.ts';
import type { DurableFs } from '../runtime/durableFs.ts';
import { exitCodes, Failure } from '../runtime/failure.ts';
import type { Log } from '../runtime/log.ts';
import { pause } from '../runtime/signal.ts';
import { retryDelay } from '../transport/backoff.ts';
import type { Server, Trouble, Unauthorised } from '../transport/server.ts';
import { type Credential, readCredential, writeCredential } from './credential.ts';
import { machineId } from './machine.ts';
import type { Standing } from './standing.ts';

export interface EnrolmentOptions {
  readonly fs: DurableFs;
  /** The state directory, locked by the caller. */
  readonly folder: string;
  readonly server: Pick<Server, 'url' | 'given' | 'enrol' | 'identify' | 'moveTo'>;
  readonly host: string;
  readonly token: string | null;
  /** Group that the installation asks for. */
  readonly group?: string | undefined;
  /** The token comes from a new installation: it is used despite an existing credential. */
  readonly tokenIsNew?: boolean;
  /** A service retries after a refusal, because an admin may release the machine. */
  readonly waitsForRelease?: boolean;
  readonly standing: Standing;
  readonly log: Log;
  /** Maximum retry time for a server that does not respond or sends invalid responses, in milliseconds; null means forever. */
  readonly patienceMs: number | null;
  readonly signal: AbortSignal;
}

/** Secret that identifies a machine without a credential, so that it can retry after a lost response. */
const KEY_FILE = 'enrolment-key';

async function enrolmentKey(fs: DurableFs, folder: string): Promise<string> {
  try {
    const kept = (await fs.readFile(join(folder, KEY_FILE))).toString('utf8').trim();
    if (kept !== '') return kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const key = `scout_key_${randomBytes(32).toString('base64url')}`;
  await atomicWrite(fs, folder, KEY_FILE, [Buffer.from(`${key}\n`)]);
  return key;
}

/** Proof of the machine's identity for this server: its credential, which is sent to no other server, otherwise the key. */
async function proofFor({ fs, folder, server }: EnrolmentOptions): Promise<string> {
  const kept = await readCredential(fs, folder);
  return kept?.server === server.given ? kept.credential : enrolmentKey(fs, folder);
}

type EnrolmentRequestOptions = Pick<
  EnrolmentOptions,
  'fs' | 'folder' | 'server' | 'host' | 'token' | 'group' | 'signal'
>;

/** Sends one enrollment request for this machine. The response is not stored. */
export async function enrolOnce({
  fs,
  folder,
  server,
  host,
  token,
  group,
  proof,
  signal,
}: EnrolmentRequestOptions & { readonly proof: string }): Promise<
  { readonly kind: 'enrolled'; readonly credential: Credential } | Unauthorised | Trouble
> {
  const id = await machineId(fs, folder, host);
  const answer = await server.enrol({ token, machineId: id, proof, group }, signal);
  if (answer.kind !== 'enrolled') return answer;
  return {
    kind: 'enrolled',
    credential: {
      server: server.given,
      ...(server.url !== server.given && { moved_to: server.url }),
      agent_id: answer.agentId,
      credential: answer.credential,
      first_batch: answer.nextBatch,
      enrolled_at: new Date().toISOString(),
    },
  };
}

/**
 * Exchanges the token for a credential and stores it in place of an earlier one.
 * @throws {Failure} without a token, on a refusal that is not retried, or after `patienceMs`.
 */
export async function enrol(options: EnrolmentOptions): Promise<Credential> {
  const { fs, folder, server, standing, log, patienceMs, signal } = options;
  if (options.token === null) {
    throw new Failure(
      'this state directory is not enrolled: give an enrollment token by --token or SCOUT_ENROLMENT_TOKEN',
      exitCodes.usage,
    );
  }
  const proof = await proofFor(options);
  const since = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    const answer = await enrolOnce({ ...options, proof });
    if (answer.kind === 'enrolled') {
      const { credential } = answer;
      await writeCredential(fs, folder, credential);
      await fs.remove(join(folder, KEY_FILE));
      await standing.note(null);
      log.info(`enrolled with ${server.url} as agent ${credential.agent_id}`);
      return credential;
    }
    const refused = answer.kind === 'unauthorised';
    const problem = refused
      ? `the server refuses to enroll this machine (${answer.reason})`
      : `cannot enroll with ${server.url}: ${answer.reason}`;
    if (refused && !options.waitsForRelease) throw new Failure(problem, exitCodes.unauthorised);
    if (refused) await standing.note(problem);
    if (signal.aborted) throw new Failure('stopped before enrollment');
    const delay = retryDelay(attempt, Math.random(), refused ? null : answer.retryAfterMs);
    if (patienceMs !== null && performance.now() - since + delay > patienceMs) throw new Failure(problem);
    log.warn(`${problem}; retrying in ${(delay / 1000).toFixed(1)} s`);
    await pause(delay, signal);
  }
}

/**
 * The credential for the newly configured address, if the server there proves to be its issuer; null for another server. A
 * service waits for a response.
 * @throws {Failure} without a response after `patienceMs`
 */
async function atGivenAddress(kept: Credential, options: EnrolmentOptions): Promise<Credential | null> {
  const { fs, folder, server, log, patienceMs, signal } = options;
  if (kept.server === server.given) return kept;
  const { moved_to, ...rest } = kept;
  const identity = { agentId: kept.agent_id, credential: kept.credential };
  const since = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    const same = await server.identify(server.given, identity, signal);
    if (same === false) return null;
    if (same === true) {
      const moved = { ...rest, server: server.given };
      await writeCredential(fs, folder, moved);
      log.info(`${server.given} is the server that was at ${moved_to ?? kept.server}`);
      return moved;
    }
    if (signal.aborted) throw new Failure('stopped before the server responded');
    const delay = retryDelay(attempt, Math.random(), null);
    const problem = `${server.given} does not respond, and is not this agent's previous address`;
    if (patienceMs !== null && performance.now() - since + delay > patienceMs) throw new Failure(problem);
    log.warn(`${problem}; retrying in ${(delay / 1000).toFixed(1)} s`);
    await pause(delay, signal);
  }
}

/**
 * The credential of a state directory; enrolls if there is none, or if an installation requests it: the machine may have been
 * released, or moved to another organization.
 * @throws {Failure} also when the directory belongs to another server: its credential must not be sent to this one.
 */
export async function ensureEnrolled(options: EnrolmentOptions): Promise<Credential> {
  const { fs, folder, server, log } = options;
  const found = await readCredential(fs, folder);
  if (found === null) return enrol(options);
  const kept = (await atGivenAddress(found, options)) ?? found;
  const fits = kept.server === server.given;
  if (fits && kept.moved_to !== undefined) server.moveTo(kept.moved_to);
  if (options.tokenIsNew) {
    try {
      return await enrol(fits ? { ...options, waitsForRelease: false } : options);
    } catch (error) {
      // For example, a package installed again long after its token has expired.
      if (!fits || !(error instanceof Failure) || error.exitCode !== exitCodes.unauthorised) throw error;
      log.warn(`${error.message}; continuing as agent ${kept.agent_id}`);
    }
  }
  if (fits) return kept;
  throw new Failure(
    `${folder} is enrolled with ${kept.server}, and ${server.given} does not prove that it is the same server (or its PUBLIC_URL differs). Use another --state, or 'enrol --force' to enroll again`,
    exitCodes.usage,
  );
}
