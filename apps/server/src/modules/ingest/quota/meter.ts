import { limits } from '@scout/contract';

/** A sender's usage in the database. */
export interface QuotaState {
  /** Seconds until the end of the transfer of all sent events at the permitted rate; 0 if in the past. */
  readonly behindSeconds: number;
  /** Stored today. */
  readonly bytes: number;
}

/** Usage not yet written to the database. */
export interface Charged {
  readonly seconds: number;
  readonly events: number;
  readonly bytes: number;
}

/**
 * A token bucket with a capacity of `burstSeconds` of the permitted rate, stored as one time: the end of the transfer of all sent
 * events at that rate. Also counts the bytes of the day. Times are milliseconds of a monotonic clock.
 */
export class Meter {
  #until = 0;
  #bytes = 0;
  #seconds = 0;
  #newEvents = 0;
  #newBytes = 0;
  #isCostly = false;

  /** Seconds until the sender may continue; 0 if now. */
  waitSeconds(now: number): number {
    return Math.max(0, (this.#until - now) / 1000 - limits.quota.burstSeconds);
  }

  get bytesToday(): number {
    return this.#bytes;
  }

  /** True when it waits for processor time that its last batch took, rather than for its events. As seen by this process. */
  get isCostly(): boolean {
    return this.#isCostly;
  }

  get isCharged(): boolean {
    return this.#seconds > 0 || this.#newEvents > 0 || this.#newBytes > 0;
  }

  charge(charged: Charged & { readonly isCostly?: boolean }, now: number): void {
    this.#isCostly = charged.isCostly ?? false;
    this.#until = Math.max(this.#until, now) + charged.seconds * 1000;
    this.#bytes += charged.bytes;
    this.#seconds += charged.seconds;
    this.#newEvents += charged.events;
    this.#newBytes += charged.bytes;
  }

  /** Takes the counts to write; {@link restore} returns them after a failure. */
  take(): Charged {
    const taken = { seconds: this.#seconds, events: this.#newEvents, bytes: this.#newBytes };
    this.#seconds = 0;
    this.#newEvents = 0;
    this.#newBytes = 0;
    return taken;
  }

  restore(taken: Charged): void {
    this.#seconds += taken.seconds;
    this.#newEvents += taken.events;
    this.#newBytes += taken.bytes;
  }

  /** Adopts the database's state, which includes written counts but not those charged meanwhile. */
  adopt(standing: QuotaState, now: number): void {
    this.#until = now + (standing.behindSeconds + this.#seconds) * 1000;
    this.#bytes = standing.bytes + this.#newBytes;
  }
}
