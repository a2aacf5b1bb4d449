import { limits } from '@scout/contract';

/** A sender's use, as the database knows it. */
export interface Standing {
  /** Seconds until all that was sent would have been sent at the permitted rate; 0 when that is over. */
  readonly behindSeconds: number;
  /** Stored today. */
  readonly bytes: number;
}

/** Use that is not in the database yet. */
export interface Charged {
  readonly seconds: number;
  readonly events: number;
  readonly bytes: number;
}

/**
 * A token bucket with room for `burstSeconds` of the permitted rate, told by one time: when all that was sent would have been
 * sent at that rate. Beside it the bytes of the day. Times are milliseconds of a clock that only goes forward.
 */
export class Meter {
  #until = 0;
  #bytes = 0;
  #seconds = 0;
  #newEvents = 0;
  #newBytes = 0;

  /** Seconds until the sender may go on; 0 when it may now. */
  waitSeconds(now: number): number {
    return Math.max(0, (this.#until - now) / 1000 - limits.quota.burstSeconds);
  }

  get bytesToday(): number {
    return this.#bytes;
  }

  get isCharged(): boolean {
    return this.#seconds > 0 || this.#newEvents > 0 || this.#newBytes > 0;
  }

  charge(charged: Charged, now: number): void {
    this.#until = Math.max(this.#until, now) + charged.seconds * 1000;
    this.#bytes += charged.bytes;
    this.#seconds += charged.seconds;
    this.#newEvents += charged.events;
    this.#newBytes += charged.bytes;
  }

  /** Gives what is to be written; {@link restore} takes it back when that failed. */
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

  /** Takes over what the database says, which holds what was written but not what was charged meanwhile. */
  adopt(standing: Standing, now: number): void {
    this.#until = now + (standing.behindSeconds + this.#seconds) * 1000;
    this.#bytes = standing.bytes + this.#newBytes;
  }
}
