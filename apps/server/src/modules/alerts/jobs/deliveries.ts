import {
  type ChannelKind,
  type DeliveryKind,
  isTicketKind,
  limits,
  type TicketSettings,
} from '@scout/contract';
import { HOUR, MINUTE } from '@scout/detection/time';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { CLOCK_SKEW_MS, type Clock } from '../../../platform/clock.ts';
import type { Seal } from '../../../platform/crypto/seal.ts';
import { audit } from '../../../platform/database/audit.ts';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import type { Job } from '../../../platform/jobs/rounds.ts';
import type { Mailer } from '../../../platform/mail/mail.ts';
import type { Fetcher } from '../../../platform/outgoing/fetch.ts';
import type { Poster } from '../../../platform/outgoing/post.ts';
import type { SyslogSender } from '../../../platform/outgoing/syslog.ts';
import { secretOfKind } from '../formats/formats.ts';
import { TicketSystemError } from '../tickets/ask.ts';
import { deliverTicket } from '../tickets/deliverTicket.ts';
import { scheduleByOrganization } from './byOrganization.ts';

export interface DeliveriesContext {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly mail: Mailer;
  readonly channelSeal: Seal;
  readonly poster: Poster;
  readonly syslog: SyslogSender;
  readonly ticketFetcher: Fetcher;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  origin(): string;
}

const EVERY_MS = 1_000;
const SECOND = 1_000;
/** Concurrently served organizations, and concurrent deliveries of each. */
const ORGANIZATIONS = 20;
const AT_ONCE = 4;
/** Time after which an attempt of a terminated process is repeated: longer than any attempt, also by a clock that is ahead. */
const LEASE = MINUTE + CLOCK_SKEW_MS;
/** Delays between attempts; the last one repeats. */
const BACKOFF = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
const GIVEN_UP_AFTER = limits.channels.failingHours * HOUR;

interface Claimed {
  readonly delivery_id: string;
  readonly channel_id: string;
  readonly kind: DeliveryKind;
  readonly case_id: string | null;
  readonly case_number: string | null;
  readonly body: string;
  readonly created_at: Date;
  /** Including this one. */
  readonly attempts: number;
  readonly channel_kind: ChannelKind;
  readonly url: string;
  readonly ca: string | null;
  readonly settings: TicketSettings | null;
  readonly secrets: readonly string[];
}

/** Result of an attempt: the HTTP status, and the reason of a failure. */
interface Attempted {
  readonly status: number | null;
  readonly problem: string | null;
  /** Minimum milliseconds until the next attempt. */
  readonly retryAfter: number;
}

/** Organizations with due deliveries, longest waiting first. */
export async function awaitingDeliveries(
  pool: pg.Pool,
  now: number,
  except: readonly string[],
): Promise<string[]> {
  return withRole(pool, { role: 'scout_alerts' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      `SELECT tenant_id FROM scout.channel_deliveries
       WHERE settled_at IS NULL AND due_at <= to_timestamp($1::float8 / 1000) AND tenant_id <> ALL ($2::uuid[])
       GROUP BY tenant_id ORDER BY min(due_at) LIMIT ${ORGANIZATIONS}`,
      [now, except],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}

/**
 * Attempts up to four due deliveries of one organization. An attempt is recorded before it starts, and again with its outcome: an
 * interrupted one is repeated with the same webhook-id.
 * @returns number of attempts
 */
export async function deliver(context: Omit<DeliveriesContext, 'log'>, tenantId: string): Promise<number> {
  const claimed = await claim(context, tenantId);
  await Promise.all(
    claimed.map(async (delivery) => {
      const attempted = await attempt(context, tenantId, delivery);
      await note(context, tenantId, delivery, attempted);
    }),
  );
  return claimed.length;
}

function claim({ pool, clock }: Pick<DeliveriesContext, 'pool' | 'clock'>, tenantId: string) {
  const now = clock.now();
  // The steps of one ticket are sent one after the other, so that a case never gets two.
  return withRole(pool, { role: 'scout_alerts', tenantId }, async (_tx, client): Promise<Claimed[]> => {
    await client.query(
      `UPDATE scout.channel_deliveries d SET outcome = 'dropped', settled_at = to_timestamp($2::float8 / 1000)
       FROM scout.channels c WHERE d.tenant_id = $1 AND d.settled_at IS NULL AND d.due_at <= to_timestamp($2::float8 / 1000)
         AND c.tenant_id = $1 AND c.channel_id = d.channel_id AND NOT c.is_active AND d.kind <> 'test'`,
      [tenantId, now],
    );
    const { rows } = await client.query<Claimed>(
      `UPDATE scout.channel_deliveries d SET attempts = d.attempts + 1, due_at = to_timestamp(($2::float8 + $3) / 1000)
       FROM scout.channels c WHERE d.tenant_id = $1 AND c.tenant_id = $1 AND c.channel_id = d.channel_id AND d.delivery_id = ANY (ARRAY(
         SELECT delivery_id FROM scout.channel_deliveries w
         WHERE tenant_id = $1 AND settled_at IS NULL AND due_at <= to_timestamp($2::float8 / 1000)
           AND NOT EXISTS (SELECT FROM scout.channels o JOIN scout.channel_deliveries e ON e.tenant_id = $1 AND e.channel_id = o.channel_id
             WHERE o.tenant_id = $1 AND o.format = 'ticket' AND o.channel_id = w.channel_id AND e.case_id = w.case_id
               AND e.settled_at IS NULL AND 'changes' NOT IN (e.kind, w.kind) AND (e.created_at, e.delivery_id) < (w.created_at, w.delivery_id))
         ORDER BY due_at, created_at, delivery_id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED))
       RETURNING d.delivery_id, d.channel_id, d.case_id, d.case_number, d.kind, d.body, d.created_at, d.attempts, c.kind AS channel_kind, c.url, c.ca, c.settings, ARRAY(
         SELECT s.sealed FROM scout.channel_secrets s WHERE s.tenant_id = $1 AND s.channel_id = d.channel_id
           AND (s.valid_until IS NULL OR s.valid_until > to_timestamp($2::float8 / 1000))
         ORDER BY s.valid_until NULLS FIRST) AS secrets`,
      [tenantId, now, LEASE],
    );
    return rows;
  });
}

/** Never rejects. */
async function attempt(
  context: Omit<DeliveriesContext, 'log'>,
  tenantId: string,
  claimed: Claimed,
): Promise<Attempted> {
  const { poster, syslog, channelSeal, clock } = context;
  const { delivery_id, body, channel_kind, url, ca, secrets } = claimed;
  try {
    if (channel_kind === 'syslog') {
      await syslog.send(new URL(url), body, ca);
      return { status: null, problem: null, retryAfter: 0 };
    }
    const opened = await Promise.all(secrets.map((sealed) => channelSeal.open(sealed)));
    if (isTicketKind(channel_kind)) {
      await deliverTicket(context, tenantId, { ...claimed, channel_kind, credentials: opened[0]! });
      return { status: 200, problem: null, retryAfter: 0 };
    }
    const isAddressSecret = secretOfKind[channel_kind] === 'address';
    const target = new URL(isAddressSecret ? opened[0]! : url);
    const signers = isAddressSecret ? [] : opened.map((secret) => new Webhook(secret));
    const message = { id: delivery_id, at: new Date(clock.now()), body };
    const { status, retryAfter } = await poster.post(target, message, signers);
    const isTaken = status >= 200 && status <= 299;
    return { status, problem: isTaken ? null : `The receiver answered ${status}.`, retryAfter };
  } catch (error) {
    if (error instanceof TicketSystemError)
      return { status: error.status, problem: error.message, retryAfter: error.retryAfter };
    return { status: null, problem: problemOf(error), retryAfter: 0 };
  }
}

/** A sentence without text from a resolver or a certificate, which others may control. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The receiver could not be reached.';
  if (
    error.name === 'AddressRefusedError' ||
    error.name === 'ResponseTooLargeError' ||
    error.message.startsWith('There was no answer') ||
    error.message === 'There was no response in time.' ||
    error.message === 'The receiver closed the connection.'
  )
    return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^[A-Z_0-9]{1,60}$/.test(code)
    ? `The receiver could not be reached (${code}).`
    : 'The receiver could not be reached.';
}

/** Records the outcome of an attempt, unless the delivery was claimed again meanwhile. */
function note(
  context: Pick<DeliveriesContext, 'pool' | 'clock' | 'mail' | 'origin'>,
  tenantId: string,
  delivery: Claimed,
  { status, problem, retryAfter }: Attempted,
): Promise<void> {
  const now = context.clock.now();
  const { delivery_id, channel_id, kind, attempts } = delivery;
  const hasFailed =
    problem !== null && (kind === 'test' || delivery.created_at.getTime() + GIVEN_UP_AFTER <= now);
  const outcome = problem === null ? 'delivered' : hasFailed ? 'failed' : null;
  const wait = Math.max(BACKOFF[Math.min(attempts, BACKOFF.length) - 1]!, retryAfter);
  return withRole(context.pool, { role: 'scout_alerts', tenantId }, async (tx, client) => {
    // In the locking order of a deletion.
    await client.query(
      'SELECT FROM scout.channels WHERE tenant_id = $1 AND channel_id = $2 FOR NO KEY UPDATE',
      [tenantId, channel_id],
    );
    const { rowCount } = await client.query(
      `UPDATE scout.channel_deliveries SET status = $4, problem = $5, outcome = $6,
         settled_at = CASE WHEN $6::text IS NOT NULL THEN to_timestamp($7::float8 / 1000) END,
         due_at = to_timestamp($8::float8 / 1000)
       WHERE tenant_id = $1 AND delivery_id = $2 AND attempts = $3 AND settled_at IS NULL`,
      [tenantId, delivery_id, attempts, status, problem, outcome, now, now + wait],
    );
    if (rowCount === 0 || kind === 'test') return;
    if (problem === null) {
      await client.query(
        `UPDATE scout.channels SET failing_since = NULL
         WHERE tenant_id = $1 AND channel_id = $2 AND failing_since IS NOT NULL`,
        [tenantId, channel_id],
      );
      return;
    }
    await client.query(
      `UPDATE scout.channels SET failing_since = to_timestamp($3::float8 / 1000)
       WHERE tenant_id = $1 AND channel_id = $2 AND failing_since IS NULL`,
      [tenantId, channel_id, now],
    );
    await switchOff(context, { tx, client, tenantId, channelId: channel_id, problem, now });
  });
}

interface Failing {
  readonly tx: Transaction;
  readonly client: pg.ClientBase;
  readonly tenantId: string;
  readonly channelId: string;
  readonly problem: string;
  readonly now: number;
}

/** Switches off a channel that has failed for days, audits it and mails the admins. */
async function switchOff(
  { mail, origin }: Pick<DeliveriesContext, 'mail' | 'origin'>,
  { tx, client, tenantId, channelId, problem, now }: Failing,
): Promise<void> {
  const { rows } = await client.query<{ name: string; url: string; failing_since: Date }>(
    `UPDATE scout.channels SET is_active = false, switched_off_at = to_timestamp($3::float8 / 1000)
     WHERE tenant_id = $1 AND channel_id = $2 AND is_active AND failing_since <= to_timestamp($4::float8 / 1000)
     RETURNING name, url, failing_since`,
    [tenantId, channelId, now, now - GIVEN_UP_AFTER],
  );
  const [channel] = rows;
  if (channel === undefined) return;
  const { host } = new URL(channel.url);
  await audit(tx, {
    tenantId,
    actor: 'system',
    action: 'channel_switched_off',
    details: { channel: channelId, name: channel.name, host, problem },
  });
  const admins = await client.query<{ email: string }>(
    `SELECT email FROM scout.memberships WHERE tenant_id = $1 AND role = 'admin' AND status = 'active' ORDER BY email`,
    [tenantId],
  );
  for (const { email } of admins.rows)
    await mail.send(client, {
      template: 'channel-off',
      to: email,
      props: {
        channel: channel.name,
        host,
        problem,
        since: channel.failing_since.toISOString(),
        link: `${origin()}/settings/notifications`,
      },
    });
}

/** Sends due deliveries until `stop` is called. */
export const scheduleDeliveries = (context: DeliveriesContext): Job =>
  scheduleByOrganization({
    everyMs: EVERY_MS,
    most: ORGANIZATIONS,
    waiting: (except) => awaitingDeliveries(context.pool, context.clock.now(), except),
    step: (tenantId) => deliver(context, tenantId),
    onError: (error, tenant_id) =>
      context.log.error(
        { err: error, ...(tenant_id !== undefined && { tenant_id }) },
        tenant_id === undefined
          ? 'webhooks were not looked for; it is retried'
          : 'webhooks were not delivered; it is retried',
      ),
  });
