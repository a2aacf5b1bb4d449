import { DETAIL_FIELDS } from '@scout/detection/event';
import type { TenantEvent } from '../entities/tenantEvent.ts';
import { byteOrderMark, csvLines } from './csv.ts';

/** Export formats, also used as file extensions. */
export const exportFormats = ['csv', 'txt'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The fields of an exported event, in the order of the columns. */
export const exportColumns = [
  'timestamp',
  'event_type',
  'event_id',
  'record_id',
  ...DETAIL_FIELDS,
  'agent_id',
  'id',
  'tenant_id',
] as const satisfies readonly (keyof TenantEvent)[];

/** Text before the events: for CSV a byte order mark, so that spreadsheets recognize UTF-8, and the column names. */
export function exportHead(format: ExportFormat): string {
  return format === 'csv' ? `${byteOrderMark}${csvLines([[...exportColumns]])}` : '';
}

/**
 * Events in the file's format: CSV by RFC 4180, or one JSON object per line. The bytes do not depend on chunking, nor on the
 * writer (browser or server).
 */
export function exportLines(events: readonly TenantEvent[], format: ExportFormat): string {
  if (events.length === 0) return '';
  if (format === 'csv') return csvLines(events.map((event) => exportColumns.map((column) => event[column])));
  return events.map((event) => `${JSON.stringify(event, [...exportColumns])}\n`).join('');
}

/** `tenant-events-2026-11-21T10-00-00.csv`, in UTC. */
export function exportFileName(format: ExportFormat, now: number): string {
  const timestamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  return `tenant-events-${timestamp}.${format}`;
}

/** Media types of the formats. */
export const exportMediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};
