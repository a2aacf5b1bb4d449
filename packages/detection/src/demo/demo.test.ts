import { describe, expect, test } from 'vitest';
import { isProductionServer, isServiceAccount, isWorkstation } from '../names.ts';
import {
  activityOf,
  DEMO_LIMITS,
  demoDetectionDelay,
  demoDetections,
  demoFailedLogons,
  demoInfrastructureChanges,
  demoInteractiveLogons,
  demoServiceAccountActivity,
  nextDemoDetections,
  nextDemoInteractiveLogons,
} from './index.ts';
import { DEVICES, PRODUCTION_SERVERS, SERVICE_ACCOUNTS } from './names.ts';
import { type DemoSeverity, severityQuota } from './severity.ts';

const NOW = Date.parse('2026-11-21T12:20:30.000Z');
const SEEDS = Array.from({ length: 200 }, (_, i) => i * 7_919);

const mixOf = (rows: readonly { severity: DemoSeverity }[]) => {
  const of = (level: DemoSeverity) => rows.filter(({ severity }) => severity === level).length;
  return { high: of('high'), medium: of('medium'), low: of('low') };
};
const within = (value: number, [least, most]: readonly [number, number]) => value >= least && value <= most;

test('names match the rules', () => {
  expect(SERVICE_ACCOUNTS.filter((name) => !isServiceAccount(name))).toEqual([]);
  expect(PRODUCTION_SERVERS.filter((name) => !isProductionServer(name))).toEqual([]);
  expect(DEVICES.filter(({ name }) => !isWorkstation(name))).toEqual([]);
  expect(DEVICES.filter(({ ip }) => !/^192\.0\.2\.(\d{1,3})$/.test(ip))).toEqual([]);
  expect(new Set(DEVICES.flatMap(({ name, ip }) => [name, ip])).size).toBe(2 * DEVICES.length);
});

test('the mix of severities is 30, 40 and 30 per cent', () => {
  expect(severityQuota(200)).toEqual({ high: 60, medium: 80, low: 60 });
  expect(severityQuota(190)).toEqual({ high: 57, medium: 76, low: 57 });
  expect(severityQuota(15)).toEqual({ high: 5, medium: 6, low: 4 });
  expect(severityQuota(187)).toEqual({ high: 56, medium: 75, low: 56 });
});

test('the same seed and moment give the same figures, another seed gives others', () => {
  for (const make of [
    demoDetections,
    demoServiceAccountActivity,
    demoFailedLogons,
    demoInteractiveLogons,
    demoInfrastructureChanges,
  ]) {
    expect(make(7, NOW)).toEqual(make(7, NOW));
    expect(make(7, NOW)).not.toEqual(make(8, NOW));
  }
});

describe('detections and Service Account Activity', () => {
  test('start with 180 to 200 incidents on 20 to 25 workstations, in the exact mix', () => {
    const counts = new Set<number>();
    for (const seed of SEEDS) {
      const list = demoDetections(seed, NOW);
      counts.add(list.length);
      expect(within(list.length, [180, 200])).toBe(true);
      expect(mixOf(list)).toEqual(severityQuota(list.length));
      const activity = activityOf(list);
      expect(activity.totalIncidents).toBe(list.length);
      expect(within(activity.totalWorkstations, [20, 25])).toBe(true);
      expect([activity.byServiceAccount.length, activity.byWorkstation.length]).toEqual([8, 12]);
      const times = list.map(({ timestamp }) => Date.parse(timestamp));
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(times[0]).toBeLessThan(NOW);
      expect(times.at(-1)).toBeGreaterThan(NOW - 30 * 86_400_000);
    }
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([180, 200]);
  });

  test('stay in range and mix for 500 more, at most 200, each id once', () => {
    let list = demoDetections(3, NOW);
    const workstations = activityOf(list).totalWorkstations;
    let now = NOW;
    for (let i = 0; i < 500; i += 1) {
      const delay = demoDetectionDelay(3, now);
      expect(within(delay, [1_000, 3_000])).toBe(true);
      now += delay;
      const before = list;
      list = nextDemoDetections(list, 3, now);
      expect(list[0]!.timestamp).toBe(new Date(now).toISOString());
      expect(list.slice(1)).toEqual(before.slice(0, 199));
      expect(mixOf(list)).toEqual(severityQuota(list.length));
      expect(activityOf(list).totalWorkstations).toBe(workstations);
    }
    expect(list).toHaveLength(200);
    expect(new Set(list.map(({ detection_id }) => detection_id)).size).toBe(200);
    expect(mixOf(list)).toEqual({ high: 60, medium: 80, low: 60 });
  });

  test('an incident has the content of its eight columns', () => {
    const { log, risks } = demoServiceAccountActivity(1, NOW);
    for (const row of log) {
      const device = DEVICES.find(({ name }) => name === row.device)!;
      expect([row.deviceType, row.deviceOwner]).toEqual([device.type, device.owner]);
      expect(row.processName).toMatch(/^\w+\.exe$/);
      expect(row.connectedSqlServers.length).toBeGreaterThan(0);
      expect(row.connectedSqlServers.filter((name) => !isProductionServer(name))).toEqual([]);
    }
    expect(risks.map(({ riskLevel }) => riskLevel).toSorted()).toEqual([
      'high',
      'high',
      'high',
      'low',
      'medium',
      'medium',
      'medium',
    ]);
  });
});

describe('Failed Logons', () => {
  test('8 to 15 million at any moment, and every table adds up', () => {
    for (const seed of SEEDS) {
      for (const now of [NOW, NOW + 11 * 3_600_000, NOW + 200 * 86_400_000]) {
        const { total, byServiceAccount, byServer, days } = demoFailedLogons(seed, now);
        expect(days).toHaveLength(30);
        expect(Math.abs(days.reduce((sum, count) => sum + count, 0) - total)).toBeLessThan(30);
        expect(within(total, DEMO_LIMITS.failedLogons)).toBe(true);
        expect(byServiceAccount.reduce((sum, { count }) => sum + count, 0)).toBe(total);
        expect(byServer.reduce((sum, { count }) => sum + count, 0)).toBe(total);
      }
    }
  });

  test('some fail every second; a completed hour drops the oldest', () => {
    const at = (now: number) => demoFailedLogons(5, now).total;
    const perSecond = at(NOW + 1_000) - at(NOW);
    expect(within(perSecond, [1, 20])).toBe(true);
    const end = Math.ceil(NOW / 3_600_000) * 3_600_000;
    expect(at(end + 1)).toBeLessThan(at(end - 1));
  });

  test('a new draw changes the shares and keeps the total', () => {
    const [one, other] = [0, 1].map((draw) => demoFailedLogons(5, NOW, { draw }));
    expect(other!.total).toBe(one!.total);
    expect(other!.byServiceAccount).not.toEqual(one!.byServiceAccount);
    expect(other!.log).not.toEqual(one!.log);
  });

  test('the trend has 169 hourly points over 7 days and averages of 6', () => {
    const { trend } = demoFailedLogons(5, NOW);
    expect(trend).toHaveLength(169);
    expect(trend.map(({ x }) => x)).toEqual(Array.from({ length: 169 }, (_, x) => x));
    expect(trend[0]).toMatchObject({ timeRange: '12:00 – 13:00', fullDate: 'Sat, Nov 14, 2026' });
    expect(trend[167]).toMatchObject({ timeRange: '11:00 – 12:00', fullDate: 'Sat, Nov 21, 2026' });
    expect(trend[168]).toMatchObject({ timeRange: '11:20 – 12:20', fullDate: 'Sat, Nov 21, 2026' });
    for (const { x, y, movingAverage } of trend) {
      expect(y).toBeGreaterThan(0);
      const six = trend.slice(Math.max(0, x - 5), x + 1).map((point) => point.y);
      expect(movingAverage).toBe(Math.round(six.reduce((a, b) => a + b, 0) / six.length));
    }
  });

  test('the trend uses the requested time zone', () => {
    const { trend } = demoFailedLogons(5, NOW, { timeZone: 'Asia/Kolkata' });
    expect(trend[168]).toMatchObject({ timeRange: '16:50 – 17:50' });
    expect(trend[0]).toMatchObject({ timeRange: '17:30 – 18:30' });
  });

  test('a row of the log: hours of 720, and the average of its count', () => {
    const { log, byServiceAccount } = demoFailedLogons(5, NOW);
    expect(log.map(({ averageFailuresPerHour }) => averageFailuresPerHour)).toEqual(
      byServiceAccount.map(({ count }) => Math.round(count / 720)),
    );
    for (const row of log) {
      const [hours, of] = row.velocityRatio.split('/').map(Number);
      expect(of).toBe(720);
      expect(within(hours!, [1, 720])).toBe(true);
      expect(
        Math.min(row.failureReasons.length, row.sourceHosts.length, row.destinationServers.length),
      ).toBeGreaterThan(0);
    }
  });
});

test('Interactive Logons: 180 to 200 logons, 20 to 25 workstations, before and after 300 more', () => {
  for (const seed of SEEDS.slice(0, 50)) {
    let figures = demoInteractiveLogons(seed, NOW);
    expect(within(figures.totalIncidents, [180, 200])).toBe(true);
    const workstations = figures.totalWorkstations;
    expect(within(workstations, [20, 25])).toBe(true);
    for (let i = 1; i <= 300; i += 1) figures = nextDemoInteractiveLogons(figures, seed, NOW + i * 5_000);
    expect(figures.log).toHaveLength(200);
    expect(figures.totalWorkstations).toBe(workstations);
    expect(figures.byWorkstation).toHaveLength(12);
    expect(new Set(figures.log.map(({ id }) => id)).size).toBe(200);
  }
});

test('Infrastructure Changes: fifteen rows, five recent, five of them high', () => {
  for (const seed of SEEDS) {
    const { total, highSeverity, recent, log } = demoInfrastructureChanges(seed, NOW);
    expect([total, highSeverity, recent.length, log.length]).toEqual([15, 5, 5, 15]);
    expect(mixOf(log)).toEqual({ high: 5, medium: 6, low: 4 });
    expect(recent).toEqual(log.slice(0, 5));
    expect(new Set(log.map(({ description }) => description)).size).toBe(15);
  }
});
