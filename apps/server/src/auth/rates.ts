import { errors, limits } from '@scout/contract';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { hashSecret } from '../crypto/secretText.ts';
import { Refusal } from '../http/refusal.ts';
import type { AuthStore } from './database.ts';
import { networkOf } from './network.ts';

const allRates = { ...limits.rates, ...limits.ratesOfProcess };
type RateName = keyof typeof allRates;

/** Attempts counted in PostgreSQL, so that limits apply across server processes; those of `ratesOfProcess` in memory. */
export interface Rates {
  /** Counts one attempt of `key`. @throws Refusal rate_limited with Retry-After */
  consume(rate: RateName, key: string): Promise<void>;
  /** The same for work that is skipped instead of refused above the limit. */
  allows(rate: RateName, key: string): Promise<boolean>;
  /** Returns one attempt of `key`. */
  giveBack(rate: RateName, key: string): Promise<void>;
  /** Deletes the attempts of `key`. */
  forget(rate: RateName, key: string): Promise<void>;
  /** Deletes counters that ended more than an hour ago. */
  clearExpired(now: number): Promise<void>;
}

export function createRates(store: AuthStore): Rates {
  const limiterOf = (name: RateName) => {
    const { attempts: points, windowSeconds: duration } = allRates[name];
    if (name in limits.ratesOfProcess) return new RateLimiterMemory({ keyPrefix: name, points, duration });
    return new RateLimiterPostgres({
      storeClient: store.pool,
      storeType: 'pool',
      schemaName: 'auth',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration,
    });
  };
  const limiters = new Map((Object.keys(allRates) as RateName[]).map((name) => [name, limiterOf(name)]));

  return {
    async consume(rate, key) {
      try {
        await limiters.get(rate)!.consume(keyOf(rate, key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        const message = errors.rate_limited.message.replace('a moment', inWords(retryAfter));
        throw new Refusal('rate_limited', { message, retryAfter });
      }
    },
    async allows(rate, key) {
      try {
        await limiters.get(rate)!.consume(keyOf(rate, key));
        return true;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return false;
      }
    },
    async giveBack(rate, key) {
      await limiters.get(rate)!.reward(keyOf(rate, key), 1);
    },
    async forget(rate, key) {
      await limiters.get(rate)!.delete(keyOf(rate, key));
    },
    async clearExpired(now) {
      await store.pool.query('DELETE FROM rate_limits WHERE expire < $1', [now - 3_600_000]);
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
