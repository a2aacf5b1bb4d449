import type { AccountCount, FailedLogonLogRow, ServerCount } from '../figures/shapes.ts';
import { WINDOW_HOURS } from '../figures/window.ts';
import { compareCodePoints } from '../order.ts';
import { createRandom, mixSeed } from '../simulation/random.ts';
import { HOUR } from '../time.ts';
import { type DemoTrendPoint, demoTrend } from './failedLogonTrend.ts';
import { DEVICES, FAILURE_REASONS, PRODUCTION_SERVERS, SERVICE_ACCOUNTS } from './names.ts';
import { createRate } from './rate.ts';

export type DemoFailedLogons = {
  /** 8 to 15 million; equals the sum over accounts, and over servers. */
  total: number;
  byServiceAccount: AccountCount[];
  byServer: ServerCount[];
  /** The last 30 periods of 24 hours, newest last; their sum is about the total. */
  days: number[];
  /** 169 hourly points over 7 days. */
  trend: DemoTrendPoint[];
  log: FailedLogonLogRow[];
};

export interface DemoFailedLogonOptions {
  /** Incremented at each regeneration: shares and reasons are drawn again, the total stays. */
  draw?: number;
  /** IANA zone for formatted times of the trend. */
  timeZone?: string;
}

/**
 * The Failed Logons dashboard of demo mode at `now` (epoch ms). Counts cover the last 720 clock hours: some logons fail every
 * second, and the oldest hour drops out at each full hour. Later calls with the same seed are therefore consistent.
 */
export function demoFailedLogons(
  seed: number,
  now: number,
  { draw = 0, timeZone = 'UTC' }: DemoFailedLogonOptions = {},
): DemoFailedLogons {
  const rate = createRate(seed);
  const hour = Math.floor(now / HOUR);
  const elapsed = (now % HOUR) / HOUR;
  let sum = 0;
  const days = new Array<number>(WINDOW_HOURS / 24).fill(0);
  for (let back = 0; back < WINDOW_HOURS; back += 1) {
    const count = back === 0 ? rate(hour) * elapsed : rate(hour - back);
    sum += count;
    days[days.length - 1 - Math.floor(back / 24)]! += count;
  }
  const total = Math.floor(sum);

  const accounts = shared(total, SERVICE_ACCOUNTS, mixSeed(seed, 11), mixSeed(seed, 12, draw));
  const servers = shared(total, PRODUCTION_SERVERS, mixSeed(seed, 13), mixSeed(seed, 14, draw));
  return {
    total,
    byServiceAccount: accounts.map(([serviceAccount, count]) => ({ serviceAccount, count })),
    byServer: servers.map(([server, count]) => ({ server, count })),
    days: days.map(Math.round),
    trend: demoTrend(rate, now, timeZone),
    log: accounts.map(([serviceAccount, count], rank) =>
      logRow(serviceAccount, count, mixSeed(seed, 15, rank, draw)),
    ),
  };
}

/** Splits a total into shares, largest first, that add up to it. `seed` sets the approximate sizes, `drawn` the exact ones. */
function shared(total: number, names: readonly string[], seed: number, drawn: number): [string, number][] {
  const base = createRandom(seed);
  const jitter = createRandom(drawn);
  const weights = base
    .some(names, names.length)
    .map((name, rank) => ({ name, weight: (0.85 + 0.3 * jitter()) / (rank + 2) }));
  const sum = weights.reduce((all, { weight }) => all + weight, 0);
  const shares = weights.map(({ name, weight }): [string, number] => [
    name,
    Math.floor((total * weight) / sum),
  ]);
  // The rounding remainder goes to the first row, so that the table adds up.
  shares[0]![1] += total - shares.reduce((all, [, count]) => all + count, 0);
  return shares.sort(([a, x], [b, y]) => y - x || compareCodePoints(a, b));
}

function logRow(serviceAccount: string, count: number, seed: number): FailedLogonLogRow {
  const random = createRandom(seed);
  const peak = createRandom(seed + 1)();
  return {
    serviceAccount,
    velocityRatio: `${random.between(540, WINDOW_HOURS)}/${WINDOW_HOURS}`,
    averageFailuresPerHour: Math.round(count / WINDOW_HOURS),
    peakFailuresPerHour: Math.ceil((count / WINDOW_HOURS) * (1.4 + 1.6 * peak)),
    failureReasons: random.some(FAILURE_REASONS, random.between(1, 3)).sort(compareCodePoints),
    sourceHosts: random
      .some(DEVICES, random.between(1, 5))
      .map(({ name }) => name)
      .sort(compareCodePoints),
    destinationServers: random.some(PRODUCTION_SERVERS, random.between(1, 4)).sort(compareCodePoints),
  };
}
