import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { caseNumber, caseSeverities, caseStatuses } from './case.ts';
import { isoTime } from './fields.ts';

const count = z.number().int().nonnegative();
const { namesListed, rowsListed } = limits.monthlyReport;

/** A calendar month such as 2026-11. */
export const reportMonth = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'A month is written as 2026-11.');

/** A figure of the month, and of the month before. */
const comparison = z.object({ now: count, before: count });

const named = comparison.extend({ name: z.string() });

/** A month of an organization; months and days follow its time zone. Times are UTC. */
export const monthlyReport = z.object({
  month: reportMonth,
  organization: z.string(),
  /** IANA name. */
  time_zone: z.string(),
  /** Start of the month. */
  from: isoTime,
  /** Exclusive end of the counted period: the end of the month, or of the current quarter hour. */
  to: isoTime,
  /** Time of the first known activity, if it is in the month before: that month is counted from there on. */
  before_since: isoTime.nullable(),
  /** Time of creation. */
  made_at: isoTime,
  is_complete: z.boolean(),
  figures: z.object({
    account_activity: comparison,
    failed_logons: comparison,
    interactive_logons: comparison,
    infrastructure_changes: comparison,
    /** Cases whose first event is in the month, without those permitted by exceptions. */
    cases_opened: comparison,
    cases_closed: comparison,
  }),
  /** Each day of the month up to `to`. */
  days: z
    .array(
      z.object({
        day: z.string(),
        account_activity: count,
        failed_logons: count,
        interactive_logons: count,
      }),
    )
    .max(31),
  /** Accounts by incidents of the three rules. */
  accounts: z.array(named).max(namesListed),
  /** Production servers by failed logons and incidents. */
  servers: z.array(named).max(namesListed),
  /** Persons by events of their cases. */
  persons: z.array(named.extend({ cases: count })).max(namesListed),
  cases: z.object({
    /** Open at the end of the month. */
    open: count,
    /** Cases opened in the month, by severity. */
    opened: z.object(
      Object.fromEntries(caseSeverities.map((severity) => [severity, count])) as Record<
        (typeof caseSeverities)[number],
        typeof count
      >,
    ),
    /** Cases opened or closed in the month, most severe first. */
    listed: z
      .array(
        z.object({
          number: caseNumber,
          account: z.string(),
          other_accounts: z.array(z.string()),
          severity: z.enum(caseSeverities),
          sentence: z.string(),
          status: z.enum(caseStatuses),
          opened_at: isoTime,
          closed_at: isoTime.nullable(),
        }),
      )
      .max(rowsListed),
    total: count,
  }),
  coverage: z.object({
    /** Machines with agents that are not revoked. */
    machines: count,
    /** Gaps that agents reported in the month, and the number of events known to be missing. */
    gaps: count,
    missing: count,
    with_gaps: z
      .array(z.object({ host: z.string(), gaps: count, missing: count, last_at: isoTime }))
      .max(rowsListed),
    /** Machines with gaps, including unlisted ones. */
    machines_with_gaps: count,
    /** Machines without a report for a day at the time of creation, longest silent first. */
    silent: z.array(z.object({ host: z.string(), last_seen_at: isoTime.nullable() })).max(rowsListed),
    silent_total: count,
  }),
  exceptions: z.object({
    /** In force at any time of the month. */
    in_force: count,
    /** Exceptions that permitted a finding in the month. */
    used: count,
    listed: z
      .array(
        z.object({
          account: z.string(),
          /** True for an exception without source, server or person. */
          is_break_glass: z.boolean(),
          findings: count,
          reason: z.string(),
          created_by: z.string(),
          approved_by: z.string().nullable(),
          starts_at: isoTime,
          ends_at: isoTime,
        }),
      )
      .max(rowsListed),
  }),
  ownerless: z.object({
    /** Known accounts. */
    known: count,
    /** Known accounts without an owner. */
    total: count,
    /** Most recently seen first. */
    listed: z.array(z.object({ name: z.string(), last_seen: isoTime.nullable() })).max(rowsListed),
  }),
});
export type MonthlyReport = z.output<typeof monthlyReport>;
