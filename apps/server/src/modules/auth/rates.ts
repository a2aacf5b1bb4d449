import { errors, limits } from '@scout/contract';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CLOCK_SKEW_MS, type Clock } from '../../platform/clock.ts';
import { hashSecret } from '../../platform/crypto/secretText.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AuthStore } from './database.ts';
import { networkOf } from './network.ts';

const allRates = { ...limits.rates, ...limits.ratesOfProcess };
type RateName = keyof typeof allRates;

/** Attempts counted in PostgreSQL, so that limits apply across server processes; those of `ratesOfProcess` in memory. */
export interface Rates {
  /**
   * Counts one attempt of `key`, or as many as given; with 0 it only checks that the limit is not exceeded.
   * @throws Refusal rate_limited with Retry-After
   */
  consume(rate: RateName, key: string, points?: number): Promise<void>;
  /** The same for work that is skipped instead of refused above the limit. */
  allows(rate: RateName, key: string, points?: number): Promise<boolean>;
  /** Returns one attempt of `key`. */
  giveBack(rate: RateName, key: string): Promise<void>;
  /** Deletes the attempts of `key`. */
  forget(rate: RateName, key: string): Promise<void>;
  /** Deletes counters that ended more than an hour ago. */
  clearExpired(): Promise<void>;
}

/** Attempts per window of one kind, wherever they are counted. */
interface Limiter {
  /** Counts attempts. @returns milliseconds until the next one is allowed, if these exceed the limit */
  consume(key: string, points: number): Promise<number | undefined>;
  giveBack(key: string): Promise<void>;
  forget(key: string): Promise<void>;
}

export function createRates(store: AuthStore, clock: Clock): Rates {
  const limiters = new Map(
    (Object.keys(allRates) as RateName[]).map((name) => [
      name,
      name in limits.ratesOfProcess ? inMemory(name) : inDatabase(store, clock, name),
    ]),
  );
  const consume = (rate: RateName, key: string, points = 1) =>
    limiters.get(rate)!.consume(keyOf(rate, key), points);

  return {
    async consume(rate, key, points) {
      const wait = await consume(rate, key, points);
      if (wait === undefined) return;
      const retryAfter = Math.max(1, Math.ceil(wait / 1000));
      const message = errors.rate_limited.message.replace('a moment', inWords(retryAfter));
      throw new Refusal('rate_limited', { message, retryAfter });
    },
    allows: async (rate, key, points) => (await consume(rate, key, points)) === undefined,
    giveBack: (rate, key) => limiters.get(rate)!.giveBack(keyOf(rate, key)),
    forget: (rate, key) => limiters.get(rate)!.forget(keyOf(rate, key)),
    async clearExpired() {
      await store.pool.query('DELETE FROM rate_limits WHERE expire < $1', [clock.now() - 3_600_000]);
    },
  };
}

function inDatabase({ pool }: AuthStore, clock: Clock, name: RateName): Limiter {
  const { attempts, windowSeconds } = allRates[name];
  const windowMs = windowSeconds * 1000;
  // A window that ends later than any tolerated clock would say was begun by a clock that was wrong.
  const isOver = `(kept.expire <= $2 OR kept.expire > $2::bigint + $3 + ${CLOCK_SKEW_MS})`;
  const rowOf = (key: string) => `${name}:${key}`;
  return {
    async consume(key, added) {
      const now = clock.now();
      const { rows } = await pool.query<{ points: number; expire: string }>({
        name: 'rates-consume',
        text: `INSERT INTO rate_limits AS kept (key, points, expire) VALUES ($1, $4::integer, $2::bigint + $3)
          ON CONFLICT (key) DO UPDATE SET
            points = CASE WHEN ${isOver} THEN $4::integer ELSE kept.points + $4::integer END,
            expire = CASE WHEN ${isOver} THEN excluded.expire ELSE kept.expire END
          RETURNING points, expire`,
        values: [rowOf(key), now, windowMs, added],
      });
      const { points, expire } = rows[0]!;
      // Another server's clock, within tolerance, may have ended the window later.
      return points > attempts ? Math.min(Number(expire) - now, windowMs) : undefined;
    },
    async giveBack(key) {
      await pool.query('UPDATE rate_limits SET points = points - 1 WHERE key = $1', [rowOf(key)]);
    },
    async forget(key) {
      await pool.query('DELETE FROM rate_limits WHERE key = $1', [rowOf(key)]);
    },
  };
}

function inMemory(name: RateName): Limiter {
  const { attempts: points, windowSeconds: duration } = allRates[name];
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration });
  return {
    async consume(key, added) {
      try {
        await limiter.consume(key, added);
        return undefined;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return error.msBeforeNext;
      }
    },
    async giveBack(key) {
      await limiter.reward(key, 1);
    },
    async forget(key) {
      await limiter.delete(key);
    },
  };
}

/** Counters store no addresses and e-mails in cleartext. */
const keyOf = (rate: RateName, key: string) =>
  hashSecret(rate.endsWith('PerAddress') ? networkOf(key) : key).toString('base64url');

function inWords(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
