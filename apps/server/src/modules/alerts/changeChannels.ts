import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Channel,
  type ChannelFormat,
  formatsOfKind,
  limits,
  type TicketSettings,
  ticketSettings,
} from '@scout/contract';
import type { Selectable } from 'kysely';
import type pg from 'pg';
import type { Seal } from '../../platform/crypto/seal.ts';
import { changedDetails } from '../../platform/database/audit.ts';
import type { ChannelDeliveries, Channels } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { certificatesIn } from '../../platform/outgoing/certificates.ts';
import type { Poster } from '../../platform/outgoing/post.ts';
import type { SyslogSender } from '../../platform/outgoing/syslog.ts';
import type { ChangeWork } from '../auth/index.ts';
import { secretOfKind, testBody } from './formats/formats.ts';
import type { Credentials } from './tickets/system.ts';

const { most, deliveriesListed, formerSecretHours } = limits.channels;
const HOUR_MS = 3_600_000;

type ChannelRow = Selectable<Channels> & {
  readonly former_secret_until: Date | null;
  readonly deliveries: readonly DeliveryRow[];
};
/** Times as in PostgreSQL's JSON. */
interface DeliveryRow extends Pick<ChannelDeliveries, 'kind' | 'status' | 'problem' | 'outcome'> {
  readonly delivery_id: string;
  readonly case_number: number | null;
  readonly attempts: number;
  readonly created_at: string;
  readonly due_at: string;
  readonly settled_at: string | null;
}

/** The organization's channels, oldest first. Transaction role: scout_admin. */
export async function listChannels(
  client: pg.ClientBase,
  tenantId: string,
  now: Date,
  channelId?: string,
): Promise<Channel[]> {
  const { rows } = await client.query<ChannelRow>(
    `SELECT c.*, (SELECT max(s.valid_until) FROM scout.channel_secrets s
         WHERE s.tenant_id = $1 AND s.channel_id = c.channel_id AND s.valid_until > $2) AS former_secret_until,
       coalesce((SELECT json_agg(d ORDER BY d.created_at DESC, d.delivery_id DESC) FROM (
         SELECT delivery_id, kind, case_number, created_at, due_at, attempts, status, problem, outcome, settled_at
         FROM scout.channel_deliveries WHERE tenant_id = $1 AND channel_id = c.channel_id
         ORDER BY created_at DESC, delivery_id DESC LIMIT ${deliveriesListed}) d), '[]') AS deliveries
     FROM scout.channels c WHERE c.tenant_id = $1 AND ($3::uuid IS NULL OR c.channel_id = $3)
     ORDER BY c.created_at, c.channel_id LIMIT ${most}`,
    [tenantId, now, channelId ?? null],
  );
  return rows.map(toChannel);
}

export interface NewChannel {
  readonly kind: Channel['kind'];
  readonly name: string;
  readonly url: string;
  readonly format?: ChannelFormat | undefined;
  readonly ca: string | null;
  readonly credential?: string | undefined;
  readonly reading_credential?: string | undefined;
  readonly settings?: TicketSettings | undefined;
  readonly min_severity: Channel['min_severity'];
  readonly account_pattern: string | null;
  readonly finding_kinds: readonly string[];
  /** Signs the messages of a webhook; without one a new one does. */
  readonly secret?: string | undefined;
}

/** Context of channel changes; transaction role: scout_admin. */
export interface ChannelWork extends ChangeWork {
  readonly client: pg.ClientBase;
  readonly seal: Seal;
  readonly poster: Poster;
  readonly syslog: SyslogSender;
}

/**
 * Adds a channel, with a signing secret or its address as the secret.
 * @returns the secret of a webhook; null for the other kinds
 * @throws Refusal channel_limit, channel_certificate, or channel_address for an address that is never permitted
 */
export async function addChannel(
  work: ChannelWork,
  {
    kind,
    name,
    url,
    format = formatsOfKind[kind][0],
    ca,
    credential,
    reading_credential,
    settings,
    min_severity,
    account_pattern,
    finding_kinds,
    secret: given,
  }: NewChannel,
): Promise<{ channel: Channel; secret: string | null }> {
  const { client, tenantId, now, actor, log, poster, syslog } = work;
  try {
    (kind === 'syslog' ? syslog : poster).check(new URL(url));
  } catch (cause) {
    throw new Refusal('channel_address', { cause });
  }
  const certificates = ca === null ? null : certificatesOf(ca);
  const counted = await client.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM scout.channels WHERE tenant_id = $1',
    [tenantId],
  );
  if (counted.rows[0]!.n >= most) throw new Refusal('channel_limit');
  const { href, origin, host } = new URL(url);
  const secretKind = secretOfKind[kind];
  const shown = secretKind === 'address' ? `${origin}/` : href;
  const { rows } = await client.query<{ channel_id: string }>(
    `INSERT INTO scout.channels (tenant_id, kind, format, name, url, ca, min_severity, account_pattern, finding_kinds, created_at, created_by, settings)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING channel_id`,
    [
      tenantId,
      kind,
      format,
      name,
      shown,
      certificates,
      min_severity,
      account_pattern,
      finding_kinds,
      now,
      actor,
      format === 'ticket' ? JSON.stringify(settings ?? ticketSettings.parse({})) : null,
    ],
  );
  const { channel_id } = rows[0]!;
  const secret = secretKind === 'signature' ? (given ?? newSecret()) : null;
  if (secretKind === 'credential') {
    const credentials: Credentials = {
      credential: credential ?? '',
      ...(reading_credential !== undefined && { reading: reading_credential }),
    };
    await addSecret(work, channel_id, JSON.stringify(credentials));
  } else if (secretKind !== null) await addSecret(work, channel_id, secret ?? href);
  const details = { channel: channel_id, kind, format, name, host, min_severity, account_pattern };
  await log({ action: 'channel_added', details: { ...details, finding_kinds: finding_kinds.join(' ') } });
  return { channel: await readChannel(work, channel_id), secret };
}

type Change = {
  readonly [Field in 'name' | 'min_severity' | 'account_pattern' | 'finding_kinds' | 'is_active']?:
    | Channel[Field]
    | undefined;
};

/** @throws Refusal not_found */
export async function changeChannel(work: ChannelWork, channelId: string, change: Change): Promise<Channel> {
  const { client, tenantId, log } = work;
  const present = await readChannel(work, channelId);
  const { name, min_severity, account_pattern, finding_kinds, is_active } = present;
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const fields = { name, min_severity, account_pattern, finding_kinds, is_active };
  const next = { ...fields, ...given };
  if (isDeepStrictEqual(next, fields)) return present;
  // A reactivated channel starts without failures.
  await client.query(
    `UPDATE scout.channels SET name = $3, min_severity = $4, account_pattern = $5, finding_kinds = $6, is_active = $7,
       failing_since = CASE WHEN $7 AND NOT is_active THEN NULL ELSE failing_since END,
       switched_off_at = CASE WHEN $7 THEN NULL ELSE switched_off_at END
     WHERE tenant_id = $1 AND channel_id = $2`,
    [
      tenantId,
      channelId,
      next.name,
      next.min_severity,
      next.account_pattern,
      next.finding_kinds,
      next.is_active,
    ],
  );
  await log({
    action: 'channel_changed',
    details: {
      channel: channelId,
      name: next.name,
      ...changedDetails(auditValues(fields), auditValues(next)),
    },
  });
  return readChannel(work, channelId);
}

type Settings = Pick<Channel, 'name' | 'min_severity' | 'account_pattern' | 'finding_kinds' | 'is_active'>;

/** Settings as in the audit log. */
const auditValues = ({ finding_kinds, ...others }: Settings) => ({
  ...others,
  finding_kinds: finding_kinds.join(' '),
});

/** Replaces the secret of a webhook, by a new one or the given; the former one also signs for a day. @throws Refusal not_found, or channel_kind for the other kinds */
export async function rotateChannel(
  work: ChannelWork,
  channelId: string,
  secret: string = newSecret(),
): Promise<{ channel: Channel; secret: string }> {
  const { client, tenantId, now, log } = work;
  const { name, kind } = await readChannel(work, channelId);
  if (secretOfKind[kind] !== 'signature') throw new Refusal('channel_kind');
  await client.query(
    'DELETE FROM scout.channel_secrets WHERE tenant_id = $1 AND channel_id = $2 AND valid_until IS NOT NULL',
    [tenantId, channelId],
  );
  await client.query(
    'UPDATE scout.channel_secrets SET valid_until = $3 WHERE tenant_id = $1 AND channel_id = $2',
    [tenantId, channelId, new Date(now.getTime() + formerSecretHours * HOUR_MS)],
  );
  await addSecret(work, channelId, secret);
  await log({ action: 'channel_secret_rotated', details: { channel: channelId, name } });
  return { channel: await readChannel(work, channelId), secret };
}

/** Queues a test message. @throws Refusal not_found */
export async function testChannel(work: ChannelWork, channelId: string): Promise<Channel> {
  const { client, tenantId, now, log } = work;
  const channel = await readChannel(work, channelId);
  const { name } = channel;
  const id = randomUUID();
  const body = testBody(channel, { id, channel: name, now: now.getTime() });
  await client.query(
    `INSERT INTO scout.channel_deliveries (tenant_id, delivery_id, channel_id, kind, body, created_at, due_at)
     VALUES ($1, $5, $2, 'test', $3, $4, $4)`,
    [tenantId, channelId, body, now, id],
  );
  await log({ action: 'channel_tested', details: { channel: channelId, name } });
  return readChannel(work, channelId);
}

/** Deletes a channel with its secrets and deliveries. @throws Refusal not_found */
export async function deleteChannel(work: ChannelWork, channelId: string): Promise<void> {
  const { client, tenantId, log } = work;
  const { name, url } = await readChannel(work, channelId);
  await client.query('DELETE FROM scout.channels WHERE tenant_id = $1 AND channel_id = $2', [
    tenantId,
    channelId,
  ]);
  await log({ action: 'channel_deleted', details: { channel: channelId, name, host: new URL(url).host } });
}

/** The parts of a channel that admins are not shown: its own certificates, and its secret, sealed. */
export interface StoredChannel extends Channel {
  readonly ca: string | null;
  readonly sealed: string | null;
}

/** The organization's channels with what sending needs. The transaction is of scout_admin, and reads the secrets as scout_alerts. */
export async function readStoredChannels({
  client,
  tenantId,
  now,
}: Pick<ChannelWork, 'client' | 'tenantId' | 'now'>): Promise<StoredChannel[]> {
  const channels = await listChannels(client, tenantId, now);
  await client.query('SET LOCAL ROLE scout_alerts');
  const { rows } = await client.query<{ channel_id: string; ca: string | null; sealed: string | null }>(
    `SELECT c.channel_id, c.ca, (SELECT s.sealed FROM scout.channel_secrets s
         WHERE s.tenant_id = $1 AND s.channel_id = c.channel_id AND s.valid_until IS NULL) AS sealed
     FROM scout.channels c WHERE c.tenant_id = $1`,
    [tenantId],
  );
  await client.query('SET LOCAL ROLE scout_admin');
  const kept = new Map(rows.map(({ channel_id, ...row }) => [channel_id, row]));
  return channels.map((channel) => ({ ...channel, ...kept.get(channel.channel_id)! }));
}

/** @throws Refusal not_found */
export async function readChannel(
  { client, tenantId, now }: Pick<ChannelWork, 'client' | 'tenantId' | 'now'>,
  channelId: string,
): Promise<Channel> {
  const [channel] = await listChannels(client, tenantId, now, channelId);
  if (channel === undefined)
    throw new Refusal('not_found', { message: 'Your organization has no such channel.' });
  return channel;
}

/** @throws Refusal channel_certificate */
function certificatesOf(text: string): string {
  const certificates = certificatesIn(text);
  if (certificates === undefined) throw new Refusal('channel_certificate');
  return certificates;
}

/** In the format of Standard Webhooks. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Seals the present secret of a channel, which must have none. */
export async function addSecret(
  { client, tenantId, now, seal }: ChannelWork,
  channelId: string,
  secret: string,
): Promise<void> {
  await client.query(
    'INSERT INTO scout.channel_secrets (tenant_id, channel_id, sealed, created_at) VALUES ($1, $2, $3, $4)',
    [tenantId, channelId, await seal.seal(secret), now],
  );
}

const toChannel = (row: ChannelRow): Channel => ({
  channel_id: row.channel_id,
  kind: row.kind,
  format: row.format,
  name: row.name,
  url: row.url,
  settings: row.settings === null ? null : ticketSettings.parse(row.settings),
  has_ca: row.ca !== null,
  min_severity: row.min_severity,
  account_pattern: row.account_pattern,
  finding_kinds: row.finding_kinds,
  is_active: row.is_active,
  failing_since: row.failing_since?.toISOString() ?? null,
  switched_off_at: row.switched_off_at?.toISOString() ?? null,
  former_secret_until: row.former_secret_until?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  deliveries: row.deliveries.map(toDelivery),
});

const toDelivery = ({
  due_at,
  created_at,
  settled_at,
  ...row
}: DeliveryRow): Channel['deliveries'][number] => ({
  ...row,
  created_at: isoOf(created_at),
  settled_at: settled_at === null ? null : isoOf(settled_at),
  next_attempt_at: row.outcome === null ? isoOf(due_at) : null,
});

const isoOf = (text: string): string => new Date(text).toISOString();
