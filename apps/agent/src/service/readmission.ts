import { exitCodes, Failure } from '../runtime/failure.ts';
import { retryDelay } from '../transport/backoff.ts';
import type { Credentials } from './credentials.ts';
import { type EnrolmentOptions, enrolOnce } from './enrolment.ts';

export interface ReadmissionOptions
  extends Pick<
    EnrolmentOptions,
    'fs' | 'folder' | 'server' | 'host' | 'token' | 'group' | 'standing' | 'log'
  > {
  readonly credentials: Credentials;
  /** A person or a script is waiting: one attempt only. */
  readonly once: boolean;
}

/**
 * Recovers an agent with a refused credential. Requests enrollment again, with the credential as proof of identity, until an
 * admin releases the machine; events read in the meantime wait in the spool.
 */
export class Readmission {
  readonly #options: ReadmissionOptions;
  #attempt = 0;
  #notBefore = 0;
  #asking: Promise<boolean> | null = null;

  constructor(options: ReadmissionOptions) {
    this.#options = options;
  }

  /**
   * Called with the server's message when it refused the credential; retries with backoff, once for all concurrent callers. True:
   * there is a new credential.
   * @throws {Failure} with `once`, when the machine is not readmitted.
   */
  refused(reason: string, signal: AbortSignal): Promise<boolean> {
    this.#asking ??= this.#ask(reason, signal).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(reason: string, signal: AbortSignal): Promise<boolean> {
    const { credentials, standing, once, log } = this.#options;
    if (performance.now() < this.#notBefore) return false;
    const answer = await enrolOnce({ ...this.#options, proof: credentials.current, signal });
    if (answer.kind === 'enrolled') {
      this.#attempt = 0;
      await credentials.replace(answer.credential);
      await standing.note(null);
      log.info('the server accepts this machine again');
      return true;
    }
    const words = `the server has blocked this machine (${reason}). Nothing is lost: events wait here until an admin releases the machine in Settings > Agent`;
    if (once) throw new Failure(words, exitCodes.unauthorised);
    if (signal.aborted) return false;
    const delay = retryDelay(
      this.#attempt,
      Math.random(),
      answer.kind === 'trouble' ? answer.retryAfterMs : null,
    );
    this.#attempt += 1;
    this.#notBefore = performance.now() + delay;
    await standing.note(words);
    log.warn(`${words}; asking again in ${(delay / 1000).toFixed(1)} s`);
    return false;
  }
}
