import type { Incident } from '../event.ts';
import { keyOf } from '../names.ts';
import { HOUR } from '../time.ts';
import type { FailedLogonAggregates, HourTally } from './aggregates.ts';
import { createQuarterTallier, trendOf } from './days.ts';
import type { FiguresDefinition } from './definition.ts';
import { type Fold, foldAll, foldOf } from './fold.ts';
import type { Clock, FailedLogonFigures } from './shapes.ts';
import {
  addSubjectUser,
  createPairTallier,
  createTallier,
  rankSubjectUsers,
  rankTallies,
  valuesByAccount,
} from './tally.ts';
import { hoursOf, type Period, windowOf } from './window.ts';

/**
 * The figures of the Failed Logons dashboard over the rule's incidents in the clock's period, by default the last 720 hours.
 *
 * @throws RangeError when the time zone is unknown
 */
export function failedLogonFigures(incidents: readonly Incident[], clock: Clock): FailedLogonFigures {
  return finishFailedLogons(foldAll(foldFailedLogons(clock), incidents), clock);
}

/** First step of the figures, equivalent to rollups: adds incidents of the period one by one. */
export function foldFailedLogons(period: Period): Fold<FailedLogonAggregates> {
  let total = 0;
  const accounts = createTallier();
  const servers = createTallier();
  const users = createTallier();
  const quarters = createQuarterTallier();
  const hours = new Map<string, Map<number, number>>();
  const reasons = createPairTallier();
  const sources = createPairTallier();
  const destinations = createPairTallier();
  const count = (incident: Incident) => {
    const { time, serviceAccountKey: account } = incident;
    total += 1;
    accounts.add(account, incident.serviceAccount, time);
    addSubjectUser(users, incident);
    quarters.add(time);
    const accountHours = hours.get(account) ?? new Map<number, number>();
    const hour = Math.floor(time / HOUR);
    hours.set(account, accountHours.set(hour, (accountHours.get(hour) ?? 0) + 1));
    if (incident.serverKey !== null && incident.server !== null) {
      servers.add(incident.serverKey, incident.server, time);
      destinations.add(account, incident.serverKey, incident.server, time);
    }
    if (incident.failureReason !== null) {
      reasons.add(account, keyOf(incident.failureReason), incident.failureReason, time);
    }
    for (const host of incident.sourceHosts) sources.add(account, keyOf(host), host, time);
  };
  return foldOf(period, count, () => ({
    total,
    accounts: accounts.tallies(),
    servers: servers.tallies(),
    users: users.tallies(),
    quarters: quarters.tallies(),
    hours: [...hours].map(([key, counts]) => ({
      key,
      hours: counts.size,
      peak: [...counts.values()].reduce((most, each) => Math.max(most, each), 0),
    })),
    reasons: reasons.pairs(),
    sources: sources.pairs(),
    destinations: destinations.pairs(),
  }));
}

/**
 * Second step: order, spelling, caps, local days and shape. The log holds the accounts with most failures, which is also the
 * order of their averages.
 *
 * @throws RangeError when the time zone is unknown
 */
export function finishFailedLogons(aggregates: FailedLogonAggregates, clock: Clock): FailedLogonFigures {
  const accounts = rankTallies(aggregates.accounts);
  const ranked = accounts.map(({ key }) => key);
  const windowHours = hoursOf(clock);
  const hours = joinHours(aggregates.hours);
  const reasons = valuesByAccount(aggregates.reasons, ranked);
  const sources = valuesByAccount(aggregates.sources, ranked);
  const destinations = valuesByAccount(aggregates.destinations, ranked);
  return {
    ...windowOf(clock),
    total: aggregates.total,
    byServiceAccount: accounts.map(({ label, count }) => ({ serviceAccount: label, count })),
    byServer: rankTallies(aggregates.servers).map(({ label, count }) => ({ server: label, count })),
    bySubjectUser: rankSubjectUsers(aggregates.users),
    trend: trendOf(aggregates.quarters, clock),
    log: accounts.map(({ key, label, count }) => ({
      serviceAccount: label,
      // A window that starts inside a clock hour touches one more clock hour than its length.
      velocityRatio: `${Math.min(hours.get(key)?.hours ?? 0, windowHours)}/${windowHours}`,
      averageFailuresPerHour: Math.round(count / windowHours),
      peakFailuresPerHour: hours.get(key)?.peak ?? 0,
      failureReasons: reasons.get(key) ?? [],
      sourceHosts: sources.get(key) ?? [],
      destinationServers: destinations.get(key) ?? [],
    })),
  };
}

function joinHours(tallies: readonly HourTally[]): Map<string, Omit<HourTally, 'key'>> {
  const joined = new Map<string, Omit<HourTally, 'key'>>();
  for (const { key, hours, peak } of tallies) {
    const known = joined.get(key) ?? { hours: 0, peak: 0 };
    joined.set(key, { hours: known.hours + hours, peak: Math.max(known.peak, peak) });
  }
  return joined;
}

/** Figures of Failed Logons in the catalog. */
export const failedLogonDefinition = {
  summary: 'Failed Logons',
  fold: foldFailedLogons,
  finish: finishFailedLogons,
} as const satisfies FiguresDefinition<FailedLogonAggregates, FailedLogonFigures>;
