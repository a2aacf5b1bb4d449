import { CONTEXT_FIELDS } from '@scout/detection/event';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { type TenantEvent, tenantEvent } from '../entities/tenantEvent.ts';
import { exportColumns, exportFileName, exportHead, exportLines } from './tenantEvents.ts';

const event: TenantEvent = {
  id: '0198a3f0-0000-7000-8000-000000000001-000000',
  tenant_id: '0198a3f0-0000-7000-8000-00000000000a',
  agent_id: '0198a3f0-0000-7000-8000-00000000000b',
  timestamp: '2026-11-21T10:00:00.000Z',
  event_type: 'WINDOWS_SECURITY_4625',
  event_id: 4625,
  record_id: '81',
  provider: 'Microsoft-Windows-Security-Auditing',
  target_user_name: 'svc.billing',
  target_domain_name: 'NORTHWIND',
  subject_user_name: '-',
  subject_domain_name: null,
  system_context_computer_name: 'PRD-SQL01',
  target_computer_name: null,
  source_info_workstation_name: 'FIN-LAPTOP3',
  source_host: '192.0.2.7',
  logon_type: '3',
  process_information_new_process_name: null,
  process_information_command_line: null,
  process_information_parent_process_name: null,
  failure_reason: 'Unknown user name or bad password.',
  status: '0xc000006d',
  sub_status: '0xc000006a',
};

const texts = ['target_user_name', 'process_information_command_line', 'failure_reason'] as const;
const anyEvent = fc
  .tuple(fc.string({ unit: 'binary' }), fc.string(), fc.option(fc.string({ unit: 'grapheme' })))
  .map(
    (values): TenantEvent => ({
      ...event,
      ...Object.fromEntries(texts.map((name, index) => [name, values[index]])),
    }),
  );

test('every specified field of an event is a column, once', () => {
  const fields = new Set(Object.keys(tenantEvent.shape));
  for (const field of CONTEXT_FIELDS) expect(fields.delete(field), field).toBe(true);
  expect([...exportColumns].sort()).toEqual([...fields].sort());
});

test('CSV has a byte order mark, headings, and one row of 23 cells per event', () => {
  const file = exportHead('csv') + exportLines([event], 'csv');
  expect(file.startsWith('\ufefftimestamp,event_type,event_id,')).toBe(true);
  expect(file.split('\r\n')).toHaveLength(3);
  expect(file.split('\r\n')[1]).toMatch(
    /^2026-11-21T10:00:00\.000Z,WINDOWS_SECURITY_4625,4625,81,.*,-,,PRD-SQL01,,/,
  );
});

test('TXT is one JSON object per line, whose key order does not depend on the event', () => {
  const reversed = Object.fromEntries(Object.entries(event).reverse()) as TenantEvent;
  expect(exportLines([reversed], 'txt')).toBe(exportLines([event], 'txt'));
  expect(JSON.parse(exportLines([event], 'txt'))).toEqual(event);
});

test('a batch and single events give the same bytes', () => {
  fc.assert(
    fc.property(
      fc.array(anyEvent, { maxLength: 8 }),
      fc.constantFrom('csv' as const, 'txt' as const),
      (events, format) => {
        expect(events.map((one) => exportLines([one], format)).join('')).toBe(exportLines(events, format));
      },
    ),
  );
});

test('any cell survives a round trip through a CSV reader and through JSON', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 5 }), (events) => {
      const { data } = Papa.parse<string[]>(exportLines(events, 'csv'), {
        skipEmptyLines: false,
        delimiter: ',',
        newline: '\r\n',
      });
      const read = data
        .slice(0, events.length)
        .map((row) => Object.fromEntries(exportColumns.map((name, i) => [name, row[i]])));
      for (const [index, one] of events.entries()) {
        for (const name of texts) {
          const cell = read[index]![name]!;
          // Except for the apostrophes that protect against formulas.
          expect(cell.replaceAll("'", '')).toBe((one[name] ?? '').replaceAll("'", ''));
        }
      }
      const lines = exportLines(events, 'txt').split('\n').slice(0, -1);
      expect(lines.map((line) => JSON.parse(line))).toEqual(events);
    }),
  );
});

describe('no cell is a formula', () => {
  const dangerous = [
    '=1+1',
    "=cmd|' /C calc'!A0",
    '+1',
    '-1+1',
    '@SUM(A1)',
    ' =1+1',
    '=1\nsecond line',
    '＝1+1',
    '|calc',
    '%0A',
    '-U svc.billing',
  ];
  test.each(dangerous)('%j', (text) => {
    const [row] = Papa.parse<string[]>(exportLines([{ ...event, target_user_name: text }], 'csv'), {
      delimiter: ',',
    }).data;
    expect(row![exportColumns.indexOf('target_user_name')]).toBe(`'${text}`);
  });

  test.each(['-', 'svc.billing', 'a=b', "O'Neill", '192.0.2.7', ''])('%j is unchanged', (text) => {
    const [row] = Papa.parse<string[]>(exportLines([{ ...event, target_user_name: text }], 'csv'), {
      delimiter: ',',
    }).data;
    expect(row![exportColumns.indexOf('target_user_name')]).toBe(text);
  });
});

test('the name contains the time in UTC', () => {
  expect(exportFileName('csv', Date.parse('2026-11-21T10:00:07.123Z'))).toBe(
    'tenant-events-2026-11-21T10-00-07.csv',
  );
});
