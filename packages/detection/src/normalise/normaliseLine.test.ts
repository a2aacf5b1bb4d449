import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureXml, NOW, rejectionOf, rowOf, TIME } from '../testing/failure.ts';
import { normaliseLine, normaliseValue } from './normalise.ts';

const HOUR = 3_600_000;

describe('lines that are rejected', () => {
  test.each([
    ['', 'not_json'],
    ['not json', 'not_json'],
    ['{"xml": "<Event', 'not_json'],
    ['{}\u0000', 'not_json'],
    ['null', 'not_an_event'],
    ['[]', 'not_an_event'],
    ['"<Event/>"', 'not_an_event'],
    ['7', 'not_an_event'],
    ['{}', 'not_an_event'],
    ['{"timestamp":"2026-11-20T00:00:00Z"}', 'not_an_event'],
    ['{"event_type":"","timestamp":"2026-11-20T00:00:00Z"}', 'not_an_event'],
    ['{"xml":7}', 'wrong_type'],
    ['{"xml":"<Event>"}', 'not_an_event'],
    ['{"event_type":{},"timestamp":"2026-11-20T00:00:00Z"}', 'wrong_type'],
    ['{"event_type":"X","timestamp":"2026-11-20T00:00:00Z","target_user_name":7}', 'wrong_type'],
    ['{"event_type":"X","timestamp":"2026-11-20T00:00:00Z","client_host":["a"]}', 'wrong_type'],
    ['{"event_type":"X","timestamp":"2026-11-20T00:00:00Z","event_id":"many"}', 'wrong_type'],
    ['{"event_type":"X"}', 'missing_time'],
    ['{"event_type":"X","timestamp":"yesterday","ts":null}', 'missing_time'],
    ['{"event_type":"X","timestamp":"1601-01-01T00:00:00Z"}', 'time_out_of_range'],
    ['{"event_type":"X","timestamp":"9999-12-31T23:59:59Z"}', 'time_out_of_range'],
    ['{"event_type":"X","timestamp":0}', 'time_out_of_range'],
    ['{"event_type":"X","timestamp":1e300}', 'time_out_of_range'],
    ['{"__proto__":{"event_type":"X","timestamp":"2026-11-20T00:00:00Z"}}', 'not_an_event'],
    ['{"constructor":{"System":{}}}', 'not_an_event'],
  ])('%s: %s', (line, code) => {
    const result = normaliseLine(line, NOW);
    expect(result).toMatchObject({ ok: false, code });
    expect(result.ok ? '' : result.message).toMatch(/^[\x20-\x7E]{10,120}$/);
  });

  test('the bounds of time are exact to the millisecond', () => {
    const at = (time: number) => rejectionOf({ event_type: 'X', timestamp: new Date(time).toISOString() });
    expect(at(Date.UTC(2000, 0, 1))).toBe('accepted');
    expect(at(Date.UTC(2000, 0, 1) - 1)).toBe('time_out_of_range');
    expect(at(NOW + 24 * HOUR)).toBe('accepted');
    expect(at(NOW + 24 * HOUR + 1)).toBe('time_out_of_range');
  });

  test('a byte order mark before the line is accepted, __proto__ in it harmless', () => {
    const line =
      '\uFEFF{"event_type":"X","timestamp":"2026-11-20T00:00:00Z","__proto__":{"target_user_name":"svc.x"}}';
    expect(normaliseLine(line, NOW)).toMatchObject({ ok: true, row: { target_user_name: null } });
    expect(({} as Record<string, unknown>).target_user_name).toBeUndefined();
  });

  test('a NUL, half a surrogate pair and long names become storable text', () => {
    const row = rowOf({
      event_type: 'X',
      timestamp: TIME,
      target_user_name: 'svc\0x',
      provider: 'a\uD800',
      source_host: 'h'.repeat(2_000),
    });
    expect(row).toMatchObject({
      target_user_name: 'svc␀x',
      provider: 'a\uFFFD',
      source_host: 'h'.repeat(1_024),
    });
  });

  test('no JSON value makes it throw', () => {
    const key = fc.constantFrom(
      'xml',
      'Event',
      'System',
      'EventData',
      'Data',
      'winlog',
      'event_data',
      'event_type',
      'timestamp',
      'status',
      '#text',
      '@Name',
      '__proto__',
    );
    const json = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<unknown>(null, true, 0, -1.5, 4625, '', '4625', TIME, '<Event/>', failureXml),
        fc.string(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 5 }),
      ),
    })).value;
    fc.assert(
      fc.property(json, (value) => {
        const result = normaliseValue(value, NOW);
        // Only the second may repeat the first.
        const { like: _, ...again } = { like: undefined, ...normaliseLine(JSON.stringify(value), NOW) };
        expect(again).toEqual({ ...result, like: undefined });
        if (result.ok)
          expect(Object.values(result.row).every((text) => text === null || typeof text !== 'object')).toBe(
            true,
          );
      }),
      { numRuns: 2_000 },
    );
  });

  test('a line nested 100,000 deep is rejected without recursion', () => {
    const deep = `${'{"Event":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    expect(normaliseLine(deep, NOW)).toMatchObject({ ok: false });
    expect(normaliseLine('['.repeat(100_000), NOW)).toMatchObject({ ok: false, code: 'not_json' });
  });
});
