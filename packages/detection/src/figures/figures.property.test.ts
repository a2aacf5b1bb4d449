import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Incident } from '../event.ts';
import { compareCodePoints } from '../order.ts';
import { FIGURES, figuresOf } from '../rules/index.ts';
import { clocks, incidentSets } from '../testing/incidents.ts';
import { rollupAggregates } from '../testing/rollups.ts';
import { HOUR } from '../time.ts';
import { failedLogonFigures, finishFailedLogons } from './failedLogons.ts';
import { finishInteractiveLogons, interactiveLogonFigures } from './interactiveLogons.ts';
import { finishServiceAccountActivity, serviceAccountActivityFigures } from './serviceAccountActivity.ts';
import type { Clock } from './shapes.ts';

/** A clock and incidents around its window. */
const scenes = clocks.chain((clock) =>
  fc.record({ clock: fc.constant(clock), incidents: incidentSets(clock.now, 'failed-logons') }),
);

/** The same for a chosen period: from a single millisecond, through ends in one quarter hour, to sixty days. */
const chosen = scenes.chain(({ clock, incidents }) =>
  fc
    .oneof(
      fc.integer({ min: 0, max: 2 * 900_000 }),
      fc.integer({ min: 0, max: 60 * 24 }).map((hours) => hours * HOUR),
      fc.integer({ min: 0, max: 60 * 24 * HOUR }),
    )
    .map((length) => ({ clock: { ...clock, since: clock.now - length }, incidents })),
);

function allFigures(incidents: readonly Incident[], clock: Clock) {
  return [
    serviceAccountActivityFigures(incidents, clock),
    failedLogonFigures(incidents, clock),
    interactiveLogonFigures(incidents, clock),
    figuresOf('ai-risk', incidents, clock),
  ];
}

function inWindow(incidents: readonly Incident[], { now, since = now - 720 * HOUR }: Clock): Incident[] {
  return incidents.filter(({ time }) => time >= since && time <= now);
}

/** Local date of a time, by a different library than in the figures. */
function localDate(time: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
  return parts.format(time);
}

describe('figures of any incidents', () => {
  test('do not depend on their order', () => {
    fc.assert(
      fc.property(scenes, fc.func(fc.nat()), ({ clock, incidents }, rank) => {
        const shuffled = incidents.toSorted((a, b) => rank(a.id) - rank(b.id));
        expect(allFigures(shuffled, clock)).toEqual(allFigures(incidents, clock));
        expect(allFigures(incidents.toReversed(), clock)).toEqual(allFigures(incidents, clock));
      }),
    );
  });

  test('do not depend on their order when rows have no id either', () => {
    fc.assert(
      fc.property(scenes, ({ clock, incidents }) => {
        const nameless = incidents.map((incident) => ({
          ...incident,
          id: '',
          time: incident.time - (incident.time % HOUR),
        }));
        expect(allFigures(nameless.toReversed(), clock)).toEqual(allFigures(nameless, clock));
      }),
    );
  });

  test('count names case-insensitively, each under its earliest spelling', () => {
    fc.assert(
      fc.property(scenes, ({ clock, incidents }) => {
        const counted = inWindow(incidents, clock);
        const { byServiceAccount, total } = failedLogonFigures(incidents, clock);
        expect(total).toBe(counted.length);
        expect(byServiceAccount.reduce((sum, { count }) => sum + count, 0)).toBe(total);
        const keys = byServiceAccount.map(({ serviceAccount }) => serviceAccount.toLowerCase());
        expect(new Set(keys).size).toBe(keys.length);
        for (const { serviceAccount, count } of byServiceAccount) {
          const same = counted.filter(
            (incident) => incident.serviceAccount.toLowerCase() === serviceAccount.toLowerCase(),
          );
          expect(count).toBe(same.length);
          const earliest = Math.min(...same.map(({ time }) => time));
          const spellings = same
            .filter(({ time }) => time === earliest)
            .map((incident) => incident.serviceAccount);
          expect(serviceAccount).toBe(spellings.toSorted(compareCodePoints)[0]);
        }
      }),
    );
  });

  test('are ordered by count, then by key in the order of code points', () => {
    fc.assert(
      fc.property(scenes, ({ clock, incidents }) => {
        const { byServiceAccount } = serviceAccountActivityFigures(incidents, clock);
        const sorted = byServiceAccount.toSorted(
          (a, b) =>
            b.count - a.count ||
            Buffer.compare(
              Buffer.from(a.serviceAccount.toLowerCase()),
              Buffer.from(b.serviceAccount.toLowerCase()),
            ),
        );
        expect(byServiceAccount).toEqual(sorted);
      }),
    );
  });

  test('count hours of the epoch, and list what belongs to an account', () => {
    fc.assert(
      fc.property(scenes, ({ clock, incidents }) => {
        for (const row of failedLogonFigures(incidents, clock).log) {
          const own = inWindow(incidents, clock).filter(
            ({ serviceAccountKey }) => serviceAccountKey === row.serviceAccount.toLowerCase(),
          );
          const keys = (names: (string | null)[]) =>
            [...new Set(names.flatMap((name) => name?.toLowerCase() ?? []))].sort(compareCodePoints);
          const hours = Map.groupBy(own, ({ time }) => new Date(time).toISOString().slice(0, 13));
          expect(row.velocityRatio).toBe(`${hours.size}/720`);
          expect(row.peakFailuresPerHour).toBe(Math.max(...[...hours.values()].map(({ length }) => length)));
          expect(row.averageFailuresPerHour).toBe(Math.round(own.length / 720));
          expect(row.failureReasons.map((name) => name.toLowerCase())).toEqual(
            keys(own.map((incident) => incident.failureReason)),
          );
          expect(row.sourceHosts.map((name) => name.toLowerCase())).toEqual(
            keys(own.flatMap((incident) => incident.sourceHosts)),
          );
          expect(row.destinationServers.map((name) => name.toLowerCase())).toEqual(
            keys(own.map((incident) => incident.server)),
          );
        }
      }),
    );
  });

  test('put each failure on its local day, in every time zone and across clock changes', () => {
    fc.assert(
      fc.property(scenes, ({ clock, incidents }) => {
        const { trend } = failedLogonFigures(incidents, clock);
        const dates = trend.map(({ fullDate }) => fullDate);
        const perDate = new Map(dates.map((date) => [date, 0]));
        for (const { time } of inWindow(incidents, clock)) {
          const date = localDate(time, clock.timeZone);
          if (perDate.has(date)) perDate.set(date, perDate.get(date)! + 1);
        }
        expect(new Set(dates).size).toBe(30);
        expect(dates.at(-1)).toBe(localDate(clock.now, clock.timeZone));
        expect(trend.map(({ y }) => y)).toEqual(dates.map((date) => perDate.get(date)));
        for (const { x, movingAverage } of trend) {
          const bucket = trend.slice(Math.max(0, x - 6), x + 1).map(({ y }) => y);
          expect(movingAverage).toBeCloseTo(bucket.reduce((a, b) => a + b, 0) / bucket.length, 2);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('are the same from quarter-hour rollups and the rows at the ragged ends', () => {
    fc.assert(
      fc.property(scenes, ({ clock, incidents }) => {
        const { activity, failed, interactive, risk } = rollupAggregates(incidents, clock);
        expect([
          finishServiceAccountActivity(activity, clock),
          finishFailedLogons(failed, clock),
          finishInteractiveLogons(interactive, clock),
          FIGURES['ai-risk'].finish(risk, clock),
        ]).toEqual(allFigures(incidents, clock));
      }),
      { numRuns: 500 },
    );
  });

  test('are the same from rollups for any chosen period', () => {
    fc.assert(
      fc.property(chosen, ({ clock, incidents }) => {
        const { activity, failed, interactive, risk } = rollupAggregates(incidents, clock);
        expect([
          finishServiceAccountActivity(activity, clock),
          finishFailedLogons(failed, clock),
          finishInteractiveLogons(interactive, clock),
          FIGURES['ai-risk'].finish(risk, clock),
        ]).toEqual(allFigures(incidents, clock));
      }),
      { numRuns: 500 },
    );
  });

  test('of a chosen period have a day for each local date it touches, and its hours as the denominator', () => {
    fc.assert(
      fc.property(chosen, ({ clock, incidents }) => {
        const counted = inWindow(incidents, clock);
        const { trend, log, total } = failedLogonFigures(incidents, clock);
        expect(total).toBe(counted.length);
        expect(trend[0]!.fullDate).toBe(localDate(clock.since, clock.timeZone));
        expect(trend.at(-1)!.fullDate).toBe(localDate(clock.now, clock.timeZone));
        // No gap between days: the trend covers the whole period.
        expect(trend.reduce((sum, { y }) => sum + y, 0)).toBe(total);
        expect(new Set(trend.map(({ fullDate }) => fullDate)).size).toBe(trend.length);
        const hours = Math.max(1, Math.ceil((clock.now - clock.since) / HOUR));
        for (const { velocityRatio } of log) {
          const [numerator, denominator] = velocityRatio.split('/').map(Number);
          expect(denominator).toBe(hours);
          expect(numerator).toBeLessThanOrEqual(hours);
        }
      }),
      { numRuns: 300 },
    );
  });
});
