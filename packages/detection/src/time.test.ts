import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventTime, isoTime, parseTime } from './time.ts';

const MOMENT = Date.UTC(2026, 10, 20, 8, 51, 4, 851);

describe('times as events write them', () => {
  test.each([
    '2026-11-20T08:51:04.851Z',
    '2026-11-20T08:51:04.8510000Z',
    '2026-11-20T08:51:04.851999900Z',
    '2026-11-20 08:51:04.851',
    '2026-11-20T08:51:04.851',
    '2026-11-20 08:51:04.851 UTC',
    '2026-11-20 08:51:04.851000+00:00',
    '2026-11-20T14:21:04.851+05:30',
    '2026-11-20T14:21:04.851+0530',
    '2026-11-20t03:51:04,851-05',
    ' 2026-11-20T08:51:04.851Z ',
    MOMENT,
    String(MOMENT),
    MOMENT / 1000,
    String(MOMENT / 1000),
  ])('%j', (value) => {
    expect(parseTime(value)).toBe(MOMENT);
  });

  test.each([
    ['2026-11-20', Date.UTC(2026, 10, 20)],
    ['2026-11-20T08:51Z', Date.UTC(2026, 10, 20, 8, 51)],
    ['2026-11-20T08:51:04.8Z', Date.UTC(2026, 10, 20, 8, 51, 4, 800)],
    ['2024-02-29T00:00:00.000Z', Date.UTC(2024, 1, 29)],
    ['1601-01-01T00:00:00.000000000Z', Date.UTC(1601, 0, 1)],
    ['9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
    [0, 0],
    [1e12, 1e15],
    [1e12 + 1, 1e12 + 1],
  ])('%j is %j', (value, time) => {
    expect(parseTime(value)).toBe(time);
  });

  test.each([
    '',
    'yesterday',
    'Fri Nov 20 2026',
    '2026-13-01T00:00:00.000Z',
    '2026-02-29T00:00:00.000Z',
    '2026-11-31T00:00:00.000Z',
    '2026-11-20T24:00:00.000Z',
    '2026-11-20T08:60:00.000Z',
    '2026-11-20T08:51:04.85xZ',
    '2026-11-20T08:51:04.851xxxxZ',
    '2026-1-2',
    '20261120T085104Z',
    '-1',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    true,
    {},
    [],
  ])('%j is invalid', (value) => {
    expect(parseTime(value)).toBeNull();
  });

  test('a parsed time is written as Date writes it', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.constantFrom('', '0', '12', '123456'),
        (date, digits) => {
          const text = date.toISOString().replace('Z', `${digits}Z`);
          const time = parseTime(text)!;
          expect(time).toBe(date.getTime());
          expect(isoTime(time, text)).toBe(date.toISOString());
          expect(isoTime(time, time)).toBe(date.toISOString());
        },
      ),
    );
  });
});

describe('the time of a row', () => {
  test('the first readable field counts, in the order of the specification', () => {
    const fields = [
      'timestamp',
      'created_at',
      'occurred_at',
      'event_time',
      'ts',
      'time',
      'ts_ms',
      'ts_s',
      'inserted_at',
    ];
    const row = Object.fromEntries(fields.map((field, i) => [field, MOMENT + i]));
    for (const [i, field] of fields.entries()) {
      expect(eventTime(row)).toBe(MOMENT + i);
      row[field] = i % 2 === 0 ? Number.NaN : 0 / 0;
    }
    expect(eventTime(row)).toBeNull();
  });

  test('an unreadable field is skipped', () => {
    expect(eventTime({ timestamp: 'soon', created_at: null, ts_s: MOMENT / 1000 })).toBe(MOMENT);
  });
});
