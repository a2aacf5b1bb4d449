import { Failure } from '../runtime/failure.ts';
import type { Log } from '../runtime/log.ts';
import { pause, type Signal } from '../runtime/signal.ts';
import type { CheckpointState } from '../spool/checkpoint.ts';
import type { SpooledBatch } from '../spool/scan.ts';
import type { Spool } from '../spool/spool.ts';
import { retryDelay } from '../transport/backoff.ts';
import type {
  HeartbeatRequest,
  HeartbeatResponse,
  Server,
  ShipOutcome,
  Trouble,
} from '../transport/server.ts';
import { summaryInWords } from './summary.ts';

export interface ShipperOptions {
  readonly spool: Spool;
  readonly server: Pick<Server, 'url' | 'ship' | 'heartbeat'>;
  readonly credentials: { readonly current: string };
  readonly log: Log;
  readonly heartbeatRequest: () => HeartbeatRequest;
  /** Called with the server's message when it refuses the credential; resolves to true with a new one. */
  readonly refused: (reason: string, signal: AbortSignal) => Promise<boolean>;
  /** Called with every heartbeat response. */
  readonly onResponse: (response: HeartbeatResponse) => void;
  /** Compares batch numbers before sending to a server that may have been restored from a backup. */
  readonly compare?: (signal: AbortSignal) => Promise<unknown>;
  /** Says how many events were sent once no more follow: for a person who sends a file. */
  readonly saysSent?: boolean;
  /** Most events to send in a second; null: no limit. */
  readonly eventsPerSecond?: () => number | null;
  /** Maximum attempts for one batch refused by the server; null means no limit. */
  readonly refusedTries: number | null;
  /** Maximum time without an accepted batch, in milliseconds; null means no limit. */
  readonly patienceMs: number | null;
  /** Ends the wait between two attempts. */
  readonly admitted: Signal;
  /** Waits between attempts; replaced in tests. */
  readonly pause?: typeof pause;
  /** Requests a stop: the current batch may finish, nothing else is started or waited for. */
  readonly stop: AbortSignal;
}

/** Milliseconds after a response in which a restore of the server is impossible. */
const SURE_MS = 10_000;
/** Milliseconds without events after which they are counted as all. */
const QUIET_MS = 1_000;

/**
 * Sends the spool's batches, oldest first and one at a time, until each is acknowledged. One at a time, because a number that is
 * already in use must then be the oldest's.
 */
export class Shipper {
  readonly #options: ShipperOptions;
  #attempt = 0;
  #refusals = 0;
  #stuckSince: number | null = null;
  /** Time the server last accepted a batch, if there was no failure since. */
  #takenAt: number | null = null;
  /** Totals when they were last said. */
  #said: CheckpointState['totals'];
  /** Ends the wait. */
  #idle = new AbortController().signal;

  constructor(options: ShipperOptions) {
    this.#options = options;
    this.#said = { ...options.spool.checkpoint.state.totals };
  }

  /**
   * Runs until a stop is requested, or until `finished()` is true and nothing is waiting; `signal` aborts the current request.
   * @throws {Failure} when `refused` does, or after the maximum time.
   */
  async run(finished: () => boolean, signal: AbortSignal): Promise<void> {
    const { spool, stop } = this.#options;
    this.#idle = AbortSignal.any([signal, stop]);
    while (!this.#idle.aborted) {
      const batch = spool.oldest;
      if (batch !== null) await this.#ship(batch, signal);
      else if (finished()) return;
      else if (!this.#owesWord()) await spool.changed.wait(this.#idle);
      else {
        await pause(QUIET_MS, this.#idle);
        if (spool.oldest === null) this.#saySent();
      }
    }
  }

  #owesWord(): boolean {
    const { saysSent, spool } = this.#options;
    return saysSent === true && spool.checkpoint.state.totals.read !== this.#said.read;
  }

  #saySent(): void {
    const { log, server, spool } = this.#options;
    const { read, accepted, duplicates, rejected } = spool.checkpoint.state.totals;
    const since = {
      read: read - this.#said.read,
      accepted: accepted - this.#said.accepted,
      duplicates: duplicates - this.#said.duplicates,
      rejected: rejected - this.#said.rejected,
    };
    log.info(`${summaryInWords(since, server.url)}; waiting for more`);
    this.#said = { read, accepted, duplicates, rejected };
  }

  async #ship(batch: SpooledBatch, signal: AbortSignal): Promise<void> {
    const { spool, server, credentials } = this.#options;
    if (batch.header.lines === 0) return spool.pass(batch);
    const body = await spool.body(batch);
    if (body === null) return;
    const isSure = this.#takenAt !== null && performance.now() - this.#takenAt < SURE_MS;
    if (!isSure) await this.#options.compare?.(signal);
    const number = spool.batchNumber;
    const { lines, coding } = batch.header;
    const outcome = await server.ship(credentials.current, { number, lines, body, coding }, signal);
    if (signal.aborted && outcome.kind === 'trouble') return;
    await this.#applyOutcome(outcome, batch, body, signal);
  }

  async #applyOutcome(
    outcome: ShipOutcome,
    batch: SpooledBatch,
    body: Buffer<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<void> {
    const { spool, log } = this.#options;
    switch (outcome.kind) {
      case 'stored':
        spool.acknowledge(batch, outcome.outcome);
        this.#takenAt = performance.now();
        this.#resetBackoff();
        return this.#keepRate(batch.header.lines);
      case 'too_large':
        log.warn(
          `the server refuses a batch of ${batch.header.lines} events as too large: sending it in two`,
        );
        return spool.split(batch, body, signal);
      case 'conflict':
        return this.#renumber('was used before with other events', spool.batchNumber + 1, signal);
      case 'misnumbered':
        // A refused batch was not stored under any number, so it may get a lower one.
        return this.#renumber('is out of the server’s range', 1, signal);
      case 'unauthorised':
        return this.#waitForCredential(outcome.reason, signal);
      case 'trouble':
        return this.#wait(outcome, signal);
    }
  }

  /** Waits for as long as the sent events may take. */
  async #keepRate(lines: number): Promise<void> {
    const rate = this.#options.eventsPerSecond?.() ?? null;
    if (rate !== null) await (this.#options.pause ?? pause)((lines / rate) * 1_000, this.#idle);
  }

  async #renumber(why: string, atLeast: number, signal: AbortSignal): Promise<void> {
    const { spool, server, credentials, heartbeatRequest, onResponse, log } = this.#options;
    const response = await server.heartbeat(credentials.current, heartbeatRequest(), signal);
    if (response.kind === 'trouble') return this.#wait(response, signal);
    if (response.kind === 'unauthorised') return this.#waitForCredential(response.reason, signal);
    onResponse(response);
    const next = Math.max(response.nextBatch, atLeast);
    log.warn(`batch number ${spool.batchNumber} ${why}: continuing as ${next}`);
    await spool.renumber(next);
  }

  /** The batch waits for a credential that the server accepts. */
  async #waitForCredential(reason: string, signal: AbortSignal): Promise<void> {
    if (await this.#options.refused(reason, signal)) return;
    this.#stuckSince ??= performance.now();
    const delay = retryDelay(this.#attempt, Math.random(), null);
    this.#attempt += 1;
    await this.#pause(delay);
  }

  #pause(delay: number): Promise<void> {
    const { pause: paused, admitted } = this.#options;
    return paused === undefined ? admitted.wait(this.#idle, delay) : paused(delay, this.#idle);
  }

  async #wait(trouble: Trouble, _signal: AbortSignal): Promise<void> {
    const { spool, log, refusedTries, patienceMs } = this.#options;
    this.#takenAt = null;
    this.#stuckSince ??= performance.now();
    this.#refusals = trouble.refused ? this.#refusals + 1 : 0;
    const delay = retryDelay(this.#attempt, Math.random(), trouble.retryAfterMs);
    this.#attempt += 1;
    const reason = `cannot ship to ${this.#options.server.url}: ${trouble.reason}`;
    log.warn(`${reason}; retrying in ${(delay / 1000).toFixed(1)} s`);
    if (spool.checkpoint.state.last_error?.message !== reason) {
      spool.checkpoint.update((state) => {
        state.last_error = { at: new Date().toISOString(), message: reason };
      });
    }
    if (refusedTries !== null && this.#refusals >= refusedTries) throw new Failure(reason);
    if (patienceMs !== null && performance.now() - this.#stuckSince + delay > patienceMs)
      throw new Failure(reason);
    await this.#pause(delay);
  }

  #resetBackoff(): void {
    const { spool, log, server } = this.#options;
    if (this.#stuckSince !== null) log.info(`shipping to ${server.url} again`);
    this.#attempt = 0;
    this.#refusals = 0;
    this.#stuckSince = null;
    if (spool.checkpoint.state.last_error === null) return;
    spool.checkpoint.update((state) => {
      state.last_error = null;
    });
  }
}
