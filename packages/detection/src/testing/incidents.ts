import fc from 'fast-check';
import type { Change, Incident, RuleId } from '../event.ts';
import { CHANGE_SEVERITIES } from '../event.ts';
import { distinctNames, keyOf } from '../names.ts';
import { HOUR, QUARTER } from '../time.ts';

/** Fields of an incident set by a test; the others are derived or have a default. */
export type IncidentFields = {
  rule?: RuleId;
  id?: string;
  time: number;
  serviceAccount?: string;
  computer?: string | null;
  server?: string | null;
  process?: string | null;
  subjectUser?: string | null;
  failureReason?: string | null;
  sourceHosts?: string[];
  change?: Change | null;
};

/** An incident with its keys. */
export function incidentOf(fields: IncidentFields): Incident {
  const {
    serviceAccount = 'svc.billing',
    computer = 'WS-1042',
    server = 'PRD-SQL01',
    subjectUser = null,
    sourceHosts = [],
  } = fields;
  return {
    rule: fields.rule ?? 'failed-logons',
    id: fields.id ?? '',
    time: fields.time,
    serviceAccount,
    serviceAccountKey: keyOf(serviceAccount),
    computer,
    computerKey: computer === null ? null : keyOf(computer),
    server,
    serverKey: server === null ? null : keyOf(server),
    subjectUser,
    subjectUserKey: subjectUser === null ? null : keyOf(subjectUser),
    process: fields.process ?? null,
    failureReason: fields.failureReason ?? null,
    sourceHosts: distinctNames(sourceHosts),
    change: fields.change ?? null,
  };
}

/** Names with relevant differences in case, order and characters beyond the basic plane. */
const names = (...given: string[]) =>
  fc.constantFrom(
    ...given.flatMap((name) => [name, name.toUpperCase(), name[0]!.toUpperCase() + name.slice(1)]),
  );

/** Times around the ends of a window, around its quarter hours, and anywhere in it. */
function times(now: number): fc.Arbitrary<number> {
  const since = now - 720 * HOUR;
  return fc.oneof(
    fc.integer({ min: since - 2 * HOUR, max: now + 2 * HOUR }),
    fc.constantFrom(since - 1, since, since + 1, now - 1, now, now + 1),
    fc
      .integer({ min: 0, max: 2_880 })
      .map((quarters) => Math.ceil(since / QUARTER) * QUARTER + quarters * QUARTER),
    fc.integer({ min: 0, max: 8 * QUARTER }).map((offset) => now - offset),
    fc.integer({ min: 0, max: 8 * QUARTER }).map((offset) => since + offset),
  );
}

/** Sets of incidents of one rule around the window ending at `now`; their ids are unique. */
export function incidentSets(now: number, rule: RuleId, maxLength = 80): fc.Arbitrary<Incident[]> {
  const incident = fc.record({
    time: times(now),
    serviceAccount: names('svc.billing', 'svc.etl', 'svc.\uFFFD', 'svc.\u{1F600}', 'svc.äb'),
    computer: fc.option(names('ws-1042', 'fin-laptop3', 'nyc-ws7'), { freq: 8 }),
    server: fc.option(names('prd-sql01', 'prod-ledger-02'), { freq: 8 }),
    subjectUser: fc.option(names('m.keller', 'j.weber', 'ws-1042$', 'ä\u{1F600}')),
    process: fc.option(fc.constantFrom('sqlcmd.exe', 'Ssms.exe')),
    failureReason: fc.option(names('wrong password', 'account locked out', '0xdeadbeef')),
    change: fc.option(
      fc.record({
        type: fc.constantFrom('Account', 'Audit policy'),
        severity: fc.constantFrom(...CHANGE_SEVERITIES),
        description: fc.constantFrom('Account disabled', 'ä\u{1F600}'),
      }),
    ),
    sourceHosts: fc.array(names('192.0.2.17', 'jump01', '2001:db8::7', 'ws-\u{10400}'), { maxLength: 3 }),
  });
  return fc
    .array(incident, { maxLength })
    .map((list) =>
      list.map((fields, i) => incidentOf({ ...fields, rule, id: `batch-${String(i).padStart(6, '0')}` })),
    );
}

/** Time zones with difficult days: half and quarter hours, daylight saving by half an hour and at midnight, far east and west. */
export const HARD_ZONES = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Europe/Berlin',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const;

/** Any of the difficult time zones and any time of the years 2026 and 2027, often shortly after a clock change. */
export const clocks = fc.record({
  timeZone: fc.constantFrom(...HARD_ZONES),
  now: fc.oneof(
    fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }),
    fc
      .tuple(
        fc.constantFrom(
          '2026-03-08',
          '2026-03-29',
          '2026-04-05',
          '2026-04-24',
          '2026-09-06',
          '2026-10-04',
          '2026-10-25',
          '2026-11-01',
        ),
        fc.integer({ min: 0, max: 40 * 24 * HOUR }),
      )
      .map(([date, after]) => Date.parse(date) + after),
    fc.integer({ min: 0, max: 70_000 }).map((quarters) => Date.UTC(2026, 0, 1) + quarters * QUARTER),
  ),
});
