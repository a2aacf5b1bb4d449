import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Severity } from '../../../platform/database/columns.ts';
import type { QuietHours } from '../times.ts';
import { type Channel, readActiveChannels } from './channels.ts';

/** An address on the list of alert recipients with its mail settings. */
export interface Recipient {
  readonly email: string;
  readonly recipientId: string;
  readonly linkKey: Buffer;
  readonly receives: boolean;
  readonly minSeverity: Severity;
  readonly delivery: 'each' | 'daily';
  readonly quiet: QuietHours | null;
  readonly hourlyCap: number;
  /** IANA name; null: the organization's. */
  readonly timeZone: string | null;
}

/** An organization with its alert settings. */
export interface AlertedOrganization {
  readonly companyName: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Empty if mail is off: alerts are switched off, or the organization is a sample or without a subscription. */
  readonly recipients: readonly Recipient[];
  /** Empty for a sample and without a subscription. */
  readonly channels: readonly Channel[];
}

interface Row {
  readonly email: string;
  readonly recipient_id: string;
  readonly link_key: Buffer;
  readonly receives: boolean;
  readonly min_severity: Severity;
  readonly delivery: 'each' | 'daily';
  readonly quiet_from: number | null;
  readonly quiet_to: number | null;
  readonly hourly_cap: number;
  readonly time_zone: string | null;
}

/** The organization of the transaction, whose role is scout_alerts. Recipients without preferences get a row with the defaults. */
export async function readAlertedOrganization(
  client: pg.ClientBase,
  tenantId: string,
): Promise<AlertedOrganization> {
  const { rows } = await client.query<{
    company_name: string;
    time_zone: string;
    is_alerted: boolean;
    is_mailed: boolean;
  }>(
    `SELECT company_name, time_zone, is_subscribed AND NOT is_sample AS is_alerted, receive_email_alerts AS is_mailed
     FROM scout.tenants WHERE tenant_id = $1`,
    [tenantId],
  );
  const [tenant] = rows;
  return {
    companyName: tenant?.company_name ?? '',
    timeZone: tenant?.time_zone ?? 'UTC',
    recipients: tenant?.is_alerted && tenant.is_mailed ? await readRecipients(client, tenantId) : [],
    channels: tenant?.is_alerted ? await readActiveChannels(client, tenantId) : [],
  };
}

/** All recipients on the list in its order, including inactive ones. */
export async function readRecipients(client: pg.ClientBase, tenantId: string): Promise<Recipient[]> {
  await prepareRecipients(client, tenantId);
  const { rows } = await client.query<Row>(
    `SELECT r.email, p.recipient_id, p.link_key, p.receives, p.min_severity, p.delivery, p.quiet_from, p.quiet_to, p.hourly_cap, p.time_zone
     FROM scout.alert_recipients r JOIN scout.alert_preferences p ON p.tenant_id = r.tenant_id AND p.email = r.email
     WHERE r.tenant_id = $1 ORDER BY r.position`,
    [tenantId],
  );
  return rows.map((row) => ({
    email: row.email,
    recipientId: row.recipient_id,
    linkKey: row.link_key,
    receives: row.receives,
    minSeverity: row.min_severity,
    delivery: row.delivery,
    quiet:
      row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to },
    hourlyCap: row.hourly_cap,
    timeZone: row.time_zone,
  }));
}

async function prepareRecipients(client: pg.ClientBase, tenantId: string): Promise<void> {
  const { rows } = await client.query<{ email: string }>(
    `SELECT email FROM scout.alert_recipients r WHERE tenant_id = $1
       AND NOT EXISTS (SELECT FROM scout.alert_preferences p WHERE p.tenant_id = $1 AND p.email = r.email)`,
    [tenantId],
  );
  for (const { email } of rows)
    await client.query(
      'INSERT INTO scout.alert_preferences (tenant_id, email, link_key) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [tenantId, email, randomBytes(32)],
    );
}
