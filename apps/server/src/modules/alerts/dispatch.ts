import { hash, randomUUID } from 'node:crypto';
import { SEVERITIES } from '@scout/cases';
import { DAY, HOUR, MINUTE } from '@scout/detection/time';
import type pg from 'pg';
import type { Severity } from '../../platform/database/columns.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import { type AlertedCase, alertProps, readAlertedCases, summaryProps } from './sql/content.ts';
import type { AlertedOrganization, Recipient } from './sql/recipients.ts';
import { endOfQuiet } from './times.ts';
import { unsubscribeLink } from './unsubscribe/links.ts';
import { alertMails } from './unsubscribe/mails.ts';

/** Above the hourly limit, critical cases are combined in mails at least this far apart. */
const CRITICAL_EVERY = 10 * MINUTE;
/** Retention of completed messages. */
const KEPT = 90 * DAY;

export interface DispatchParts {
  readonly mail: Mailer;
  origin(): string;
}

interface MessageRow {
  readonly message_id: string;
  readonly email: string;
  readonly case_id: string;
  readonly kind: 'opened' | 'graver' | 'gained';
  readonly severity: Severity;
  readonly names: string[];
  readonly created_at: Date;
}

/** All due messages of one case to one recipient, combined. */
export interface Due {
  readonly ids: readonly string[];
  readonly kind: MessageRow['kind'];
  readonly names: readonly string[];
  readonly since: Date;
  readonly about: AlertedCase;
}

/** The transaction's client, with the recipients and contents to dispatch. */
interface Work {
  readonly client: pg.ClientBase;
  readonly tenantId: string;
  readonly organization: AlertedOrganization;
  readonly recipient: Recipient;
  readonly parts: DispatchParts;
  readonly now: number;
}

/**
 * Queues mails for due messages in the transaction that marks them: each message is mailed on commit, exactly once. Transaction
 * role: scout_alerts, holding the organization's lock.
 */
export async function dispatchMessages(
  client: pg.ClientBase,
  tenantId: string,
  organization: AlertedOrganization,
  parts: DispatchParts,
  now: number,
): Promise<void> {
  await client.query(
    `DELETE FROM scout.alert_messages WHERE tenant_id = $1 AND settled_at < to_timestamp($2::float8 / 1000)
       AND NOT (SELECT scout.is_held($1))`,
    [tenantId, now - KEPT],
  );
  const { rows } = await client.query<MessageRow>(
    `SELECT message_id, email, case_id, kind, severity, names, created_at FROM scout.alert_messages
     WHERE tenant_id = $1 AND settled_at IS NULL AND due_at <= to_timestamp($2::float8 / 1000)
     ORDER BY created_at, message_id`,
    [tenantId, now],
  );
  const cases = await readAlertedCases(client, tenantId, {
    caseIds: [...new Set(rows.map(({ case_id }) => case_id))],
  });
  for (const [email, messages] of Map.groupBy(rows, (row) => row.email)) {
    const recipient = organization.recipients.find((each) => each.email === email && each.receives);
    const wanted = (message: MessageRow) => {
      const about = cases.get(message.case_id);
      return (
        recipient !== undefined &&
        about !== undefined &&
        !(about.closedAt && about.closedAt >= message.created_at)
      );
    };
    await settle(
      client,
      tenantId,
      messages.filter((message) => !wanted(message)),
      { outcome: 'dropped', now },
    );
    if (recipient === undefined) continue;
    const dues = [...Map.groupBy(messages.filter(wanted), ({ case_id }) => case_id).values()].map((group) =>
      dueOf(group, cases.get(group[0]!.case_id)!),
    );
    await sendTo({ client, tenantId, organization, recipient, parts, now }, dues.sort(mostSevereFirst));
  }
}

function dueOf(messages: readonly MessageRow[], about: AlertedCase): Due {
  const kinds = messages.map(({ kind }) => kind);
  return {
    ids: messages.map(({ message_id }) => message_id),
    kind: (['opened', 'graver'] as const).find((kind) => kinds.includes(kind)) ?? 'gained',
    names: [...new Set(messages.flatMap(({ names }) => names))],
    since: messages[0]!.created_at,
    about,
  };
}

const mostSevereFirst = (a: Due, b: Due): number =>
  SEVERITIES.indexOf(b.about.severity) - SEVERITIES.indexOf(a.about.severity) ||
  b.about.score - a.about.score;

/** Sends due messages within the recipient's limits; the most severe cases get a mail each, as far as the limit permits. */
async function sendTo(work: Work, dues: readonly Due[]): Promise<void> {
  const { recipient, now } = work;
  if (dues.length === 0) return;
  const critical = dues.filter(({ about }) => about.severity === 'critical');
  const others = dues.filter(({ about }) => about.severity !== 'critical');
  const isDaily = recipient.delivery === 'daily';
  if (isDaily && others.length > 0) await sendSummary(work, others, 'daily');
  const toSend = isDaily ? critical : dues;
  if (toSend.length === 0) return;

  const { sent, oldest, newest } = await sentLately(work);
  const free = Math.max(0, recipient.hourlyCap - sent);
  if (toSend.length <= free) {
    for (const due of toSend) await sendAlert(work, due);
    return;
  }
  if (free > 0) {
    for (const due of toSend.slice(0, free - 1)) await sendAlert(work, due);
    await sendSummary(work, toSend.slice(free - 1), 'rest');
    return;
  }
  const waiting = isDaily ? [] : others;
  if (critical.length > 0 && newest + CRITICAL_EVERY <= now) await sendSummary(work, critical, 'critical');
  else await postpone(work, critical, Math.min(newest + CRITICAL_EVERY, oldest + HOUR));
  await postpone(work, waiting, oldest + HOUR);
}

/** Number of mails in the last hour. Times in epoch milliseconds. */
async function sentLately({ client, tenantId, recipient, now }: Work) {
  const { rows } = await client.query<{ sent: number; oldest: number | null; newest: number | null }>(
    `SELECT count(*)::int AS sent, min(at)::float8 AS oldest, max(at)::float8 AS newest FROM (
       SELECT extract(epoch FROM max(settled_at)) * 1000 AS at FROM scout.alert_messages
       WHERE tenant_id = $1 AND email = $2 AND mail_id IS NOT NULL AND settled_at > to_timestamp($3::float8 / 1000)
       GROUP BY mail_id) AS mails`,
    [tenantId, recipient.email, now - HOUR],
  );
  const { sent, oldest, newest } = rows[0]!;
  return { sent, oldest: oldest ?? now, newest: newest ?? now };
}

async function sendAlert(work: Work, due: Due): Promise<void> {
  const { client, tenantId, recipient, parts, now } = work;
  const { caseId } = due.about;
  const { rows } = await client.query<{ mailed: boolean | null; notified: boolean | null }>(
    `SELECT bool_or(outcome = 'sent') AS mailed, bool_or(mail_id IS NOT NULL) AS notified FROM scout.alert_messages
     WHERE tenant_id = $1 AND case_id = $2 AND email = $3`,
    [tenantId, caseId, recipient.email],
  );
  const isFirst = rows[0]?.mailed !== true;
  const isKnown = rows[0]?.notified === true;
  const unsubscribe = linkOf(work);
  await parts.mail.send(client, {
    template: 'case-alert',
    to: recipient.email,
    // Each recipient has a separate thread: ids do not reveal other recipients.
    thread: {
      id: `case-${hash('sha256', `${caseId} ${recipient.recipientId}`, 'hex').slice(0, 32)}`,
      isFirst,
    },
    unsubscribe,
    props: alertProps(due, isKnown, frameOf(work, unsubscribe)),
  });
  await settle(client, tenantId, due.ids.map(asMessage), { outcome: 'sent', now, mailId: randomUUID() });
}

const linkOf = ({ tenantId, recipient: { recipientId: id, linkKey }, parts }: Work) =>
  unsubscribeLink(alertMails, parts.origin(), tenantId, { id, linkKey });

/** Times in a mail are in its recipient's zone. */
const frameOf = ({ organization, recipient, parts }: Work, unsubscribe: string) => ({
  organization: { ...organization, timeZone: recipient.timeZone ?? organization.timeZone },
  origin: parts.origin(),
  unsubscribe,
});

async function sendSummary(
  work: Work,
  dues: readonly Due[],
  kind: 'daily' | 'rest' | 'critical',
): Promise<void> {
  const { client, tenantId, recipient, parts, now } = work;
  const unsubscribe = linkOf(work);
  await parts.mail.send(client, {
    template: 'case-summary',
    to: recipient.email,
    unsubscribe,
    props: summaryProps(kind, dues, frameOf(work, unsubscribe)),
  });
  const ids = dues.flatMap((due) => due.ids.map(asMessage));
  await settle(client, tenantId, ids, { outcome: 'summarized', now, mailId: randomUUID() });
}

const asMessage = (message_id: string) => ({ message_id });

async function settle(
  client: pg.ClientBase,
  tenantId: string,
  messages: readonly { message_id: string }[],
  { outcome, now, mailId }: { outcome: 'sent' | 'summarized' | 'dropped'; now: number; mailId?: string },
): Promise<void> {
  if (messages.length === 0) return;
  await client.query(
    `UPDATE scout.alert_messages SET outcome = $3, settled_at = to_timestamp($4::float8 / 1000), mail_id = $5
     WHERE tenant_id = $1 AND message_id = ANY ($2::uuid[])`,
    [tenantId, messages.map(({ message_id }) => message_id), outcome, now, mailId ?? null],
  );
}

/** Quiet hours may have started by then. */
async function postpone(work: Work, dues: readonly Due[], until: number): Promise<void> {
  const { client, tenantId, organization, recipient } = work;
  for (const { ids, about } of dues) {
    const isCritical = about.severity === 'critical';
    const due = isCritical
      ? until
      : endOfQuiet(until, recipient.quiet, recipient.timeZone ?? organization.timeZone);
    await client.query(
      `UPDATE scout.alert_messages SET due_at = to_timestamp($3::float8 / 1000)
       WHERE tenant_id = $1 AND message_id = ANY ($2::uuid[])`,
      [tenantId, ids, due],
    );
  }
}
