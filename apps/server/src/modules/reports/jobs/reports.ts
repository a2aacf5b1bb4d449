import { HOUR, MINUTE } from '@scout/detection/time';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { withRole } from '../../../platform/database/pool.ts';
import type { Job } from '../../../platform/jobs/rounds.ts';
import { scheduleSteps } from '../../../platform/jobs/steps.ts';
import type { Mailer } from '../../../platform/mail/mail.ts';
import { reportMails, unsubscribeLink } from '../../alerts/index.ts';
import { monthlyFileName, monthlyReportOf } from '../monthly.ts';
import { monthlyMail } from '../monthlyMail.ts';
import { monthAt, monthBefore } from '../months.ts';
import type { Printer } from '../printer.ts';

export interface ReportsContext {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly mail: Mailer;
  readonly printer: Printer;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  origin(): string;
}

const EVERY_MS = MINUTE;
/** Time on the first day of a month, in the organization's zone: agents have sent earlier events by then. */
const MAILED_AT = 8 * HOUR;
/** Offset of the zone whose months begin first. */
const EARLIEST_ZONE = 14 * HOUR;

/** Organizations with a possibly due monthly report. */
export async function awaitingReports(pool: pg.Pool, now: number): Promise<string[]> {
  const month = monthBefore(monthAt(now + EARLIEST_ZONE, 'UTC')).name;
  return withRole(pool, { role: 'scout_alerts' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      'SELECT DISTINCT tenant_id FROM scout.report_subscriptions WHERE receives AND mailed_month < $1',
      [month],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}

/**
 * Mails the last month's report to all subscribers of one organization for whom it is due. Each mail is queued in the transaction
 * that records the month, so that nobody gets a month twice.
 * @returns number of mails
 */
export async function mailReports(context: Omit<ReportsContext, 'log'>, tenantId: string): Promise<number> {
  const { pool, clock, mail, printer } = context;
  const now = clock.now();
  const alerts = { role: 'scout_alerts', tenantId } as const;
  const due = await withRole(pool, alerts, (_tx, client) => readDue(client, tenantId, now));
  if (due.emails.length === 0) return 0;
  const reader = { role: 'scout_member', tenantId, oneSnapshot: 'read' } as const;
  const report = await withRole(pool, reader, (tx) =>
    monthlyReportOf(tx, tenantId, { month: due.month, now }),
  );
  const attachment = {
    name: monthlyFileName(report),
    mediaType: 'application/pdf',
    base64: (await printer.monthly(report)).toString('base64'),
  } as const;
  let mailed = 0;
  for (const email of due.emails)
    await withRole(pool, alerts, async (_tx, client) => {
      const { rows } = await client.query<{ subscription_id: string; link_key: Buffer }>(
        `UPDATE scout.report_subscriptions s SET mailed_month = $3 FROM scout.memberships m
         WHERE s.tenant_id = $1 AND s.email = $2 AND s.receives AND s.mailed_month < $3
           AND m.tenant_id = s.tenant_id AND m.email = s.email AND m.status = 'active' AND m.role <> 'owner'
         RETURNING s.subscription_id, s.link_key`,
        [tenantId, email, due.month],
      );
      const [row] = rows;
      if (row === undefined) return;
      const origin = context.origin();
      const subscriber = { id: row.subscription_id, linkKey: row.link_key };
      const unsubscribe = unsubscribeLink(reportMails, origin, tenantId, subscriber);
      await mail.send(client, { ...monthlyMail(report, origin, unsubscribe), to: email, attachment });
      mailed += 1;
    });
  return mailed;
}

/**
 * The organization's last month, and recipients with a due report: none before the morning, or without a subscription. A report names
 * accounts of everybody, so that owners of accounts get none.
 */
async function readDue(
  client: pg.ClientBase,
  tenantId: string,
  now: number,
): Promise<{ month: string; emails: string[] }> {
  const { rows: tenants } = await client.query<{ time_zone: string }>(
    'SELECT time_zone FROM scout.tenants WHERE tenant_id = $1 AND is_subscribed AND NOT is_sample',
    [tenantId],
  );
  const timeZone = tenants[0]?.time_zone ?? 'UTC';
  const present = monthAt(now, timeZone);
  const month = monthBefore(present).name;
  if (tenants.length === 0 || now < present.from + MAILED_AT) return { month, emails: [] };
  const { rows } = await client.query<{ email: string }>(
    `SELECT s.email FROM scout.report_subscriptions s
     JOIN scout.memberships m ON m.tenant_id = s.tenant_id AND m.email = s.email AND m.status = 'active'
       AND m.role <> 'owner'
     WHERE s.tenant_id = $1 AND s.receives AND s.mailed_month < $2 ORDER BY s.email`,
    [tenantId, month],
  );
  return { month, emails: rows.map(({ email }) => email) };
}

/** Mails monthly reports when due, until `stop` is called. Safe in any number of processes. */
export function scheduleReports(context: ReportsContext): Job {
  return scheduleSteps({
    everyMs: EVERY_MS,
    waiting: () => awaitingReports(context.pool, context.clock.now()),
    async step(tenantId) {
      await mailReports(context, tenantId);
      return 'done';
    },
    onError: (error, tenant_id) =>
      context.log.error(
        { err: error, tenant_id },
        tenant_id
          ? 'monthly reports were not emailed; it is retried'
          : 'monthly reports were not looked for; it is retried',
      ),
  });
}
