import type { AlertRecipient } from '@scout/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import { changedDetails } from '../../platform/database/audit.ts';
import type { Transaction } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { ChangeWork } from '../auth/index.ts';
import { type Recipient, readRecipients } from './sql/recipients.ts';

/** The transaction continues as scout_alerts, the only role that reads recipients' mail settings. */
export async function listAlertRecipients(
  tx: Transaction,
  client: pg.ClientBase,
  tenantId: string,
): Promise<AlertRecipient[]> {
  await sql`SET LOCAL ROLE scout_alerts`.execute(tx);
  return (await readRecipients(client, tenantId)).map(toAlertRecipient);
}

type Change = {
  readonly [Setting in Exclude<keyof AlertRecipient, 'email'>]?: AlertRecipient[Setting] | undefined;
};

/**
 * Changes a recipient's mail settings. The caller must be an admin or the recipient.
 * @throws Refusal not_found for an unlisted address
 */
export async function changeAlertRecipient(
  { tx, tenantId, now, log }: ChangeWork,
  client: pg.ClientBase,
  email: string,
  change: Change,
): Promise<AlertRecipient> {
  const present = (await listAlertRecipients(tx, client, tenantId)).find((each) => each.email === email);
  if (present === undefined) throw notListed();
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const next: AlertRecipient = { ...present, ...Object.fromEntries(given) };
  if (JSON.stringify(next) === JSON.stringify(present)) return present;
  await client.query(
    `UPDATE scout.alert_preferences SET receives = $3, min_severity = $4, delivery = $5, quiet_from = $6, quiet_to = $7, hourly_cap = $8,
       updated_at = $9, time_zone = $10
     WHERE tenant_id = $1 AND email = $2`,
    [
      tenantId,
      email,
      next.receives,
      next.min_severity,
      next.delivery,
      next.quiet_hours?.from ?? null,
      next.quiet_hours?.to ?? null,
      next.hourly_cap,
      now,
      next.time_zone,
    ],
  );
  const details = changedDetails(auditValues(present), auditValues(next));
  await log({ action: 'alert_recipient_changed', targetEmail: email, details });
  return next;
}

/** @throws Refusal not_found */
export const notListed = () =>
  new Refusal('not_found', { message: 'This address is not one of your alert recipients.' });

const toAlertRecipient = (recipient: Recipient): AlertRecipient => ({
  email: recipient.email,
  receives: recipient.receives,
  min_severity: recipient.minSeverity,
  delivery: recipient.delivery,
  quiet_hours: recipient.quiet,
  hourly_cap: recipient.hourlyCap,
  time_zone: recipient.timeZone,
});

/** Settings as in the audit log. */
const auditValues = ({ quiet_hours, ...others }: AlertRecipient) => ({
  ...others,
  quiet_hours: quiet_hours === null ? null : `${clock(quiet_hours.from)}-${clock(quiet_hours.to)}`,
});

/** "07:05" for a minute of the day. */
const clock = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
