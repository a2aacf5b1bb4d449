import type { MonthlyReport } from '@scout/contract';

/** A month of a bank with all lists filled. */
export function monthlyReportSample(change: Partial<MonthlyReport> = {}): MonthlyReport {
  const ranked = (names: readonly string[]) =>
    names.map((name, index) => ({ name, now: 1_204 - index * 117, before: 980 + index * 40 }));
  return {
    month: '2026-10',
    organization: 'Northwind Bank',
    time_zone: 'Europe/Zurich',
    from: '2026-09-30T22:00:00.000Z',
    to: '2026-10-31T23:00:00.000Z',
    before_since: null,
    made_at: '2026-11-01T07:00:00.000Z',
    is_complete: true,
    figures: {
      failed_logons: { now: 14_345, before: 11_020 },
      interactive_logons: { now: 60, before: 60 },
      account_activity: { now: 30, before: 30 },
      infrastructure_changes: { now: 9, before: 0 },
      cases_opened: { now: 23, before: 31 },
      cases_closed: { now: 19, before: 28 },
    },
    days: Array.from({ length: 31 }, (_, index) => ({
      day: `2026-10-${String(index + 1).padStart(2, '0')}`,
      failed_logons: 300 + ((index * 137) % 260) + (index === 13 ? 1_400 : 0),
      interactive_logons: (index * 3) % 5,
      account_activity: (index * 7) % 3,
    })),
    accounts: ranked([
      'svc.billing',
      'svc.reporting',
      'service.etl',
      'svc.ledger',
      'svc.backup',
      'svc.audit',
    ]),
    servers: ranked(['PRD-SQL01', 'PROD-LEDGER-02', 'PRD-SQL02', 'PROD_DWH_01']),
    persons: ranked(['m.keller', 'j.ortiz', 'a.novak']).map((row) => ({ ...row, cases: 3 })),
    cases: {
      open: 6,
      opened: { critical: 1, high: 7, medium: 11, low: 4 },
      total: 42,
      listed: Array.from({ length: 12 }, (_, index) => ({
        number: 140 + index,
        account: 'svc.billing',
        other_accounts: [],
        severity: (['critical', 'high', 'medium', 'low'] as const)[Math.min(3, Math.floor(index / 3))]!,
        sentence:
          'm.keller signed in as svc.billing at FIN-LAPTOP3 and opened PRD-SQL01 with ssms.exe; the account had never been used from a laptop before.',
        status: index % 3 === 0 ? ('open' as const) : ('closed' as const),
        opened_at: '2026-10-14T00:14:00.000Z',
        closed_at: index % 3 === 0 ? null : '2026-10-15T08:30:00.000Z',
      })),
    },
    coverage: {
      machines: 118,
      gaps: 5,
      missing: 20_311,
      machines_with_gaps: 2,
      with_gaps: [
        { host: 'FIN-LAPTOP3', gaps: 4, missing: 20_300, last_at: '2026-10-20T11:00:00.000Z' },
        { host: 'WS-1042', gaps: 1, missing: 11, last_at: '2026-10-02T11:00:00.000Z' },
      ],
      silent: [{ host: 'NW-AUDIT01', last_seen_at: '2026-10-28T16:20:00.000Z' }],
      silent_total: 1,
    },
    exceptions: {
      in_force: 4,
      used: 2,
      listed: [
        {
          account: 'svc.ledger',
          is_break_glass: true,
          findings: 3,
          reason: 'Ledger restore after the failed storage upgrade, change CHG-20411',
          created_by: 'ada@northwind.example',
          approved_by: 'noor@northwind.example',
          starts_at: '2026-10-12T18:00:00.000Z',
          ends_at: '2026-10-13T06:00:00.000Z',
        },
        {
          account: 'svc.backup',
          is_break_glass: false,
          findings: 12,
          reason: 'Backups run from the new agent until it is enrolled',
          created_by: 'ada@northwind.example',
          approved_by: 'ada@northwind.example',
          starts_at: '2026-10-01T00:00:00.000Z',
          ends_at: '2026-12-01T00:00:00.000Z',
        },
      ],
    },
    ownerless: {
      known: 64,
      total: 3,
      listed: [
        { name: 'svc.legacy', last_seen: '2026-10-31T21:12:00.000Z' },
        { name: 'svc.audit', last_seen: '2026-10-29T02:00:00.000Z' },
        { name: 'service.old', last_seen: null },
      ],
    },
    ...change,
  };
}
