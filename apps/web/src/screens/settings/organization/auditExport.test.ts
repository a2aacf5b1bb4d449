import { csvLines } from '@scout/contract/exports/csv';
import { expect, test } from 'vitest';
import { auditFileName, auditRows, detailsText } from './auditExport.ts';

const entry = {
  id: '0197a000-0000-7000-8000-000000000001',
  occurred_at: '2026-11-21T10:00:00.000Z',
  actor: 'ada@northwind.example',
  action: 'settings_changed',
  target_email: null,
  details: { name: '=HYPERLINK("http://192.0.2.1")', count: 2, on: true },
  tenant_id: '0197a000-0000-7000-8000-000000000002',
  address: '192.0.2.7',
  device: 'Firefox on Windows',
};

test('details are named', () => {
  expect(detailsText(entry)).toBe('name: =HYPERLINK("http://192.0.2.1"), count: 2, on: true');
  expect(detailsText({ details: {} })).toBe('');
});

test('the first row holds the column names', () => {
  const [head, first] = auditRows([entry]);
  expect(head).toEqual(
    expect.arrayContaining(['occurred_at', 'actor', 'action', 'target_email', 'address', 'device']),
  );
  expect(first).toHaveLength(head!.length);
  expect(first).toContain('192.0.2.7');
});

test('no cell is a formula in a spreadsheet', () => {
  const text = csvLines(auditRows([{ ...entry, actor: '=cmd|calc', device: '@SUM(1)' }]));
  expect(text).toContain("'=cmd|calc");
  expect(text).toContain("'@SUM(1)");
});

test('the file name contains the time', () => {
  expect(auditFileName(Date.parse('2026-11-21T10:00:00.000Z'))).toBe('audit-log-2026-11-21T10-00-00.csv');
});
