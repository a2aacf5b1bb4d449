import { describe, expect, test } from 'vitest';
import { aiRiskNotice } from '../rules/ai-risk/figures.ts';
import { figuresOf } from '../rules/index.ts';
import { incidentOf } from '../testing/incidents.ts';
import { HOUR } from '../time.ts';
import { isTimeZone } from './days.ts';
import { failedLogonFigures } from './failedLogons.ts';
import { interactiveLogonFigures } from './interactiveLogons.ts';
import { serviceAccountActivityFigures } from './serviceAccountActivity.ts';
import { splitWindow } from './window.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const clock = { now: NOW, timeZone: 'UTC' };
const SINCE = NOW - 720 * HOUR;

describe('the window', () => {
  test('is 720 hours, including both ends', () => {
    const at = (time: number) => serviceAccountActivityFigures([incidentOf({ time })], clock).totalIncidents;
    expect([SINCE - 1, SINCE, NOW, NOW + 1].map(at)).toEqual([0, 1, 1, 0]);
    expect(figuresOf('ai-risk', [], clock)).toEqual({
      since: '2026-10-22T12:00:00.000Z',
      until: '2026-11-21T12:00:00.000Z',
      count: 0,
      notice: 'No data yet',
    });
  });

  test.each([NOW, NOW + 1, NOW - 1, NOW + 899_999, NOW + 900_000, NOW + 7 * 60_000])(
    'is split at quarter hours without gap or overlap (%d)',
    (now) => {
      const { since, until, head, quarters, tail } = splitWindow({ now });
      expect([since, head.from, head.to, quarters.to, tail.from, tail.to]).toEqual([
        now - 720 * HOUR,
        since,
        quarters.from,
        tail.from,
        quarters.to,
        until + 1,
      ]);
      for (const edge of [quarters.from, quarters.to]) expect(edge % 900_000).toBe(0);
      expect(head.to - head.from).toBeLessThan(900_000);
      expect(tail.to - tail.from).toBeLessThan(900_000);
    },
  );
});

describe('Service Account Activity', () => {
  const figures = serviceAccountActivityFigures(
    [
      incidentOf({
        id: 'a',
        time: NOW - 3 * HOUR,
        serviceAccount: 'SVC.Billing',
        computer: 'ws-1042',
        process: 'sqlcmd.exe',
        subjectUser: 'M.Keller',
      }),
      incidentOf({
        id: 'b',
        time: NOW - HOUR,
        serviceAccount: 'svc.billing',
        computer: 'WS-1042',
        server: 'PROD-LEDGER-02',
        subjectUser: 'm.keller',
      }),
      incidentOf({ id: 'd', time: NOW - 2 * HOUR, serviceAccount: 'svc.etl', computer: 'FIN-LAPTOP3' }),
      incidentOf({ id: 'c', time: NOW - 2 * HOUR, serviceAccount: 'svc.reporting', computer: 'FIN-LAPTOP3' }),
      incidentOf({ id: 'x', time: SINCE - HOUR, serviceAccount: 'svc.BILLING', computer: 'Ws-1042' }),
    ],
    clock,
  );

  test('accounts and computers that differ in case are one, under the first spelling in the window', () => {
    expect(figures).toMatchObject({ totalIncidents: 4, totalWorkstations: 2 });
    expect(figures.byServiceAccount).toEqual([
      { serviceAccount: 'SVC.Billing', count: 2 },
      { serviceAccount: 'svc.etl', count: 1 },
      { serviceAccount: 'svc.reporting', count: 1 },
    ]);
    expect(figures.byWorkstation).toEqual([
      { workstation: 'FIN-LAPTOP3', count: 2 },
      { workstation: 'ws-1042', count: 2 },
    ]);
    expect(figures.bySubjectUser).toEqual([{ subjectUser: 'M.Keller', count: 2 }]);
    expect(figures.trend.map(({ y }) => y)).toEqual([...new Array(29).fill(0), 4]);
  });

  test('the log is newest first, ties by larger id first, and spells names as its event does', () => {
    expect(figures.log.map(({ id }) => id)).toEqual(['b', 'd', 'c', 'a']);
    expect(figures.log[0]).toEqual({
      id: 'b',
      time: '2026-11-21T11:00:00.000Z',
      computer: 'WS-1042',
      serviceAccount: 'svc.billing',
      prdDbServer: 'PROD-LEDGER-02',
      process: null,
      subjectUser: 'm.keller',
    });
  });

  test('of two spellings at one moment the smaller is shown', () => {
    const both = ['svc.billing', 'SVC.billing', 'Svc.billing'].map((serviceAccount) =>
      incidentOf({ time: NOW, serviceAccount }),
    );
    expect(serviceAccountActivityFigures(both, clock).byServiceAccount).toEqual([
      { serviceAccount: 'SVC.billing', count: 3 },
    ]);
  });
});

describe('Interactive Logons', () => {
  test('figures and log', () => {
    const figures = interactiveLogonFigures(
      [
        incidentOf({ id: '1', time: NOW - HOUR, computer: 'WS-1042', server: null, subjectUser: 'm.keller' }),
        incidentOf({ id: '2', time: NOW - HOUR, computer: 'ws-1042', server: null }),
        incidentOf({ id: '3', time: NOW - 2 * HOUR, computer: 'FIN-LAPTOP3', server: null }),
      ],
      clock,
    );
    expect(figures).toEqual({
      since: '2026-10-22T12:00:00.000Z',
      until: '2026-11-21T12:00:00.000Z',
      totalIncidents: 3,
      totalWorkstations: 2,
      byWorkstation: [
        { workstation: 'WS-1042', count: 2 },
        { workstation: 'FIN-LAPTOP3', count: 1 },
      ],
      bySubjectUser: [{ subjectUser: 'm.keller', count: 1 }],
      trend: expect.any(Array),
      log: [
        {
          id: '2',
          time: '2026-11-21T11:00:00.000Z',
          serviceAccount: 'svc.billing',
          workstation: 'ws-1042',
          subjectUser: null,
        },
        {
          id: '1',
          time: '2026-11-21T11:00:00.000Z',
          serviceAccount: 'svc.billing',
          workstation: 'WS-1042',
          subjectUser: 'm.keller',
        },
        {
          id: '3',
          time: '2026-11-21T10:00:00.000Z',
          serviceAccount: 'svc.billing',
          workstation: 'FIN-LAPTOP3',
          subjectUser: null,
        },
      ],
    });
    expect(figures.trend.map(({ y }) => y)).toEqual([...new Array(29).fill(0), 3]);
  });
});

describe('Failed Logons', () => {
  test('velocity, average, reasons, sources and destinations of an account', () => {
    const burst = Array.from({ length: 1_080 }, (_, i) =>
      incidentOf({
        // 54 minutes in two clock hours, from 9:30.
        time: Date.parse('2026-11-21T09:30:00Z') + i * 3_000,
        failureReason: i === 0 ? 'Wrong password' : 'wrong password',
        sourceHosts: i % 2 === 0 ? ['192.0.2.17', 'JUMP01'] : ['jump01'],
        server: i % 3 === 0 ? 'PRD-SQL01' : 'PROD-LEDGER-02',
      }),
    );
    const other = incidentOf({ time: NOW, serviceAccount: 'svc.etl', failureReason: 'account locked out' });
    const figures = failedLogonFigures([...burst, other], clock);
    expect(figures.total).toBe(1_081);
    expect(figures.log).toEqual([
      {
        serviceAccount: 'svc.billing',
        velocityRatio: '2/720',
        averageFailuresPerHour: 2,
        peakFailuresPerHour: 600,
        failureReasons: ['Wrong password'],
        sourceHosts: ['192.0.2.17', 'JUMP01'],
        destinationServers: ['PRD-SQL01', 'PROD-LEDGER-02'],
      },
      {
        serviceAccount: 'svc.etl',
        velocityRatio: '1/720',
        averageFailuresPerHour: 0,
        peakFailuresPerHour: 1,
        failureReasons: ['account locked out'],
        sourceHosts: [],
        destinationServers: ['PRD-SQL01'],
      },
    ]);
    expect(figures.byServer).toEqual([
      { server: 'PROD-LEDGER-02', count: 720 },
      { server: 'PRD-SQL01', count: 361 },
    ]);
  });

  test.each([
    [359, 0],
    [360, 1],
    [1_079, 1],
    [1_080, 2],
  ])('%d failures in 720 hours are %d an hour', (failures, average) => {
    const incidents = Array.from({ length: failures }, () => incidentOf({ time: NOW }));
    expect(failedLogonFigures(incidents, clock).log[0]?.averageFailuresPerHour).toBe(average);
  });

  test('an account that fails without pause fails in 720 hours, not in 721', () => {
    const now = NOW + HOUR / 2;
    const incidents = Array.from({ length: 1_441 }, (_, i) => incidentOf({ time: now - i * (HOUR / 2) }));
    expect(failedLogonFigures(incidents, { now, timeZone: 'UTC' }).log[0]?.velocityRatio).toBe('720/720');
  });

  test('the trend is the last 30 local days, with the mean of up to 7', () => {
    const day = 24 * HOUR;
    const incidents = [0, 0, 0, 1, 1, 6, 29, 29, 30].map((ago) => incidentOf({ time: NOW - ago * day }));
    const { trend } = failedLogonFigures(incidents, clock);
    expect(trend.map(({ x }) => x)).toEqual(Array.from({ length: 30 }, (_, x) => x));
    expect(trend[29]).toEqual({
      x: 29,
      y: 3,
      movingAverage: 0.86,
      timeRange: '00:00 – 23:59',
      fullDate: 'Sat, Nov 21, 2026',
    });
    expect(trend[28]).toMatchObject({ y: 2, movingAverage: 0.43, fullDate: 'Fri, Nov 20, 2026' });
    // The first bucket's mean covers only itself; the event 30 days ago is in the window, on a day before the first.
    expect(trend[0]).toMatchObject({ y: 2, movingAverage: 2, fullDate: 'Fri, Oct 23, 2026' });
    expect(trend[1]).toMatchObject({ y: 0, movingAverage: 1 });
    expect(trend.reduce((sum, { y }) => sum + y, 0)).toBe(8);
  });

  test.each([
    ['Asia/Kolkata', '2026-11-20T18:29:59.999Z', 'Fri, Nov 20, 2026'],
    ['Asia/Kolkata', '2026-11-20T18:30:00.000Z', 'Sat, Nov 21, 2026'],
    ['America/St_Johns', '2026-11-21T03:29:59.999Z', 'Fri, Nov 20, 2026'],
    ['America/St_Johns', '2026-11-21T03:30:00.000Z', 'Sat, Nov 21, 2026'],
    ['Australia/Lord_Howe', '2026-11-20T12:59:59.999Z', 'Fri, Nov 20, 2026'],
    ['Australia/Lord_Howe', '2026-11-20T13:00:00.000Z', 'Sat, Nov 21, 2026'],
    ['Asia/Kathmandu', '2026-11-20T18:14:59.999Z', 'Fri, Nov 20, 2026'],
    ['Asia/Kathmandu', '2026-11-20T18:15:00.000Z', 'Sat, Nov 21, 2026'],
    // Clocks went back an hour at 2:00 on November 1, so that day had 25 hours.
    ['America/New_York', '2026-11-01T04:00:00.000Z', 'Sun, Nov 1, 2026'],
    ['America/New_York', '2026-11-02T04:59:59.999Z', 'Sun, Nov 1, 2026'],
    ['America/New_York', '2026-11-02T05:00:00.000Z', 'Mon, Nov 2, 2026'],
  ])('in %s, %s is on %s', (timeZone, time, fullDate) => {
    const { trend } = failedLogonFigures([incidentOf({ time: Date.parse(time) })], { now: NOW, timeZone });
    expect(trend.filter(({ y }) => y > 0)).toEqual([expect.objectContaining({ y: 1, fullDate })]);
  });

  test('a day that begins at 1:00 because clocks changed at midnight is a day', () => {
    // Santiago, September 6, 2026: midnight does not exist.
    const now = Date.parse('2026-09-20T12:00:00Z');
    const incidents = ['2026-09-06T03:59:59.999Z', '2026-09-06T04:00:00.000Z'].map((time) =>
      incidentOf({ time: Date.parse(time) }),
    );
    const { trend } = failedLogonFigures(incidents, { now, timeZone: 'America/Santiago' });
    expect(trend.filter(({ y }) => y > 0).map(({ fullDate }) => fullDate)).toEqual([
      'Sat, Sep 5, 2026',
      'Sun, Sep 6, 2026',
    ]);
  });

  test('an unknown time zone is refused', () => {
    expect(() => failedLogonFigures([], { now: NOW, timeZone: 'Mars/Olympus' })).toThrow(RangeError);
    expect(['UTC', 'Asia/Kolkata', '+05:30'].every(isTimeZone)).toBe(true);
    expect(['', 'Mars/Olympus', 'Asia/Kolkata ', "'; DROP TABLE", '\0'].some(isTimeZone)).toBe(false);
  });
});

describe('caps', () => {
  test('lists and logs hold 1,000 rows, the Incident Log 5,000, totals hold all', () => {
    const incidents = Array.from({ length: 5_500 }, (_, i) => {
      const number = String(i).padStart(4, '0');
      return incidentOf({
        id: number,
        time: NOW - i * 1_000,
        serviceAccount: `svc.${number}`,
        computer: `WS-${number}`,
        server: `PRD-${number}`,
      });
    });
    const activity = serviceAccountActivityFigures(incidents, clock);
    expect([activity.totalIncidents, activity.totalWorkstations]).toEqual([5_500, 5_500]);
    expect(
      [activity.byServiceAccount, activity.byWorkstation, activity.log].map(({ length }) => length),
    ).toEqual([1_000, 1_000, 5_000]);
    expect(activity.log.at(-1)?.id).toBe('4999');
    const failed = failedLogonFigures(incidents, clock);
    expect([failed.byServiceAccount, failed.byServer, failed.log].map(({ length }) => length)).toEqual([
      1_000, 1_000, 1_000,
    ]);
    expect(failed.total).toBe(5_500);
    expect(interactiveLogonFigures(incidents, clock).log).toHaveLength(1_000);
  });

  test('so do the hosts of one account, the first by key', () => {
    const incidents = Array.from({ length: 1_500 }, (_, i) =>
      incidentOf({ time: NOW, sourceHosts: [`h${String(1_499 - i).padStart(4, '0')}`] }),
    );
    const hosts = failedLogonFigures(incidents, clock).log[0]!.sourceHosts;
    expect([hosts.length, hosts[0], hosts.at(-1)]).toEqual([1_000, 'h0000', 'h0999']);
  });
});

test.each([
  [0, 'No data yet'],
  [1, "Less than 50 events isn't enough data for reliable ML results."],
  [49, "Less than 50 events isn't enough data for reliable ML results."],
  [50, 'No data yet'],
  [5_000, 'No data yet'],
])('%d risky events: %s', (count, notice) => {
  expect(aiRiskNotice(count)).toBe(notice);
});
