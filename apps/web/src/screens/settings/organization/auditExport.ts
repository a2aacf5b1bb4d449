import type { AuditLog } from '@scout/contract';

const columns = [
  'occurred_at',
  'actor',
  'action',
  'target_email',
  'details',
  'address',
  'device',
  'id',
  'tenant_id',
] as const satisfies readonly (keyof AuditLog)[];

/** Entries as table rows, with a header row. */
export function auditRows(entries: readonly AuditLog[]): (string | null)[][] {
  const rows = entries.map((entry) =>
    columns.map((column) => (column === 'details' ? detailsText(entry) : entry[column])),
  );
  return [[...columns], ...rows];
}

/** `role: admin, via: invitation`; empty without details. */
export function detailsText({ details }: Pick<AuditLog, 'details'>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

/** `audit-log-2026-11-21T10-00-00.csv`, in UTC; `now` in epoch ms. */
export function auditFileName(now: number): string {
  return `audit-log-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}.csv`;
}
