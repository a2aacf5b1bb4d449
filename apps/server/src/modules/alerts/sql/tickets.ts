import { randomUUIDv7 } from 'node:crypto';
import { limits, type TicketKind, type TicketSettings, type TicketState } from '@scout/contract';
import type pg from 'pg';
import type { Ticket, TicketReport } from '../tickets/system.ts';

/** Entries of a case that are left to people. */
const LEFT_TO_PEOPLE = 200;
/** Time to the first look at the state of a new ticket. */
const FIRST_LOOK_MS = 30_000;

interface TicketRow {
  readonly remote_id: string;
  readonly reference: string | null;
  readonly url: string | null;
}

/** The recorded ticket of a case in a channel. Transaction role: scout_alerts. */
export async function readTicket(
  client: pg.ClientBase,
  tenantId: string,
  channelId: string,
  caseId: string,
): Promise<Ticket | undefined> {
  const { rows } = await client.query<TicketRow>(
    `SELECT remote_id, reference, url FROM scout.tickets WHERE tenant_id = $1 AND channel_id = $2 AND case_id = $3`,
    [tenantId, channelId, caseId],
  );
  return rows[0] && { remoteId: rows[0].remote_id, reference: rows[0].reference, url: rows[0].url };
}

interface NewTicket {
  readonly channelId: string;
  readonly caseId: string;
  readonly caseNumber: number;
  readonly ticket: Ticket;
  readonly canRead: boolean;
  readonly now: number;
}

/**
 * Records the ticket of a case, and plans the first look at its state. Nothing is recorded for a case that was deleted meanwhile.
 * Transaction role: scout_alerts.
 * @returns true if it is new
 */
export async function recordTicket(
  client: pg.ClientBase,
  tenantId: string,
  { channelId, caseId, caseNumber, ticket, canRead, now }: NewTicket,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO scout.tickets (tenant_id, channel_id, case_id, case_number, remote_id, reference, url, state, state_at, created_at, due_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, 'open', to_timestamp($8::float8 / 1000), to_timestamp($8::float8 / 1000), to_timestamp($9::float8 / 1000)
     WHERE EXISTS (SELECT FROM scout.cases WHERE tenant_id = $1 AND case_id = $3)
       AND EXISTS (SELECT FROM scout.channels WHERE tenant_id = $1 AND channel_id = $2)
     ON CONFLICT DO NOTHING`,
    [
      tenantId,
      channelId,
      caseId,
      caseNumber,
      ticket.remoteId,
      ticket.reference,
      ticket.url,
      now,
      canRead ? now + FIRST_LOOK_MS : null,
    ],
  );
  return rowCount === 1;
}

/** A ticket that is looked at, with what is known of it and of its case. */
export interface DueTicket {
  readonly channel_id: string;
  readonly case_id: string;
  readonly case_number: string;
  readonly remote_id: string;
  readonly reference: string | null;
  readonly url: string | null;
  readonly state: TicketState;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly failures: number;
  /** End of the lease. */
  readonly due_at: Date;
}

/** Takes due tickets of an organization until the end of a lease. Transaction role: scout_alerts. */
export async function takeDueTickets(
  client: pg.ClientBase,
  tenantId: string,
  { now, leaseMs, most }: { now: number; leaseMs: number; most: number },
): Promise<DueTicket[]> {
  const { rows } = await client.query<DueTicket>(
    `UPDATE scout.tickets t SET due_at = to_timestamp(($2::float8 + $3) / 1000)
     WHERE tenant_id = $1 AND (channel_id, case_id) IN (
       SELECT channel_id, case_id FROM scout.tickets WHERE tenant_id = $1 AND due_at <= to_timestamp($2::float8 / 1000)
       ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED)
     RETURNING channel_id, case_id, case_number, remote_id, reference, url, state, created_at, ended_at, failures, due_at`,
    [tenantId, now, leaseMs, most],
  );
  return rows;
}

interface Looked {
  readonly ticket: DueTicket;
  /** Null: nothing was learned. */
  readonly report: TicketReport | null;
  readonly problem: string | null;
  /** Epoch milliseconds of the next look; null: none. */
  readonly next: number | null;
  readonly now: number;
}

/** Records a look at a ticket. A look that was asked for meanwhile stays due. Transaction role: scout_alerts. @returns true if the state is another one */
export async function recordLook(
  client: pg.ClientBase,
  tenantId: string,
  { ticket, report, problem, next, now }: Looked,
): Promise<boolean> {
  const { channel_id, case_id, state } = ticket;
  const { rowCount } = await client.query(
    `UPDATE scout.tickets SET
       due_at = CASE WHEN due_at = $11 THEN to_timestamp($4::float8 / 1000) ELSE due_at END,
       failures = CASE WHEN $5::text IS NULL THEN 0 ELSE least(failures + 1, 1000) END, problem = $5,
       state = coalesce($6, state), state_by = CASE WHEN $6::text IS NULL OR $6 = state THEN state_by ELSE $7 END,
       state_at = CASE WHEN $6::text IS NULL OR $6 = state THEN state_at ELSE to_timestamp($9::float8 / 1000) END,
       reference = coalesce($8, reference), url = coalesce($10, url)
     WHERE tenant_id = $1 AND channel_id = $2 AND case_id = $3`,
    [
      tenantId,
      channel_id,
      case_id,
      next,
      problem,
      report?.state ?? null,
      report?.by ?? null,
      report?.reference ?? null,
      now,
      report?.url ?? null,
      ticket.due_at,
    ],
  );
  return rowCount === 1 && report !== null && report.state !== state;
}

interface News {
  readonly caseId: string;
  readonly kind: 'ticket' | 'change';
  readonly text: string;
  /** The case is acknowledged, if it is open. */
  readonly acknowledges: boolean;
  readonly now: number;
}

/**
 * Writes news of another system into a case's history, which the assessor then keeps. The transaction continues as scout_member, who
 * may change a case.
 * @returns true if the case was acknowledged
 */
export async function noteNews(
  client: pg.ClientBase,
  tenantId: string,
  { caseId, kind, text, acknowledges, now }: News,
): Promise<boolean> {
  await client.query('SET LOCAL ROLE scout_member');
  const { rows } = await client.query<{ status: string; acts: number }>(
    `SELECT status, (SELECT count(*)::int FROM scout.case_changes h WHERE h.tenant_id = $1 AND h.case_id = $2) AS acts
     FROM scout.cases WHERE tenant_id = $1 AND case_id = $2 FOR UPDATE`,
    [tenantId, caseId],
  );
  const [found] = rows;
  if (found === undefined) return false;
  const isAcknowledged = acknowledges && found.status === 'open';
  await client.query(
    `UPDATE scout.cases SET touched_at = to_timestamp($3::float8 / 1000), updated_at = to_timestamp($3::float8 / 1000),
       changed_in = pg_current_xact_id(), status = CASE WHEN $4 THEN 'acknowledged' ELSE status END
     WHERE tenant_id = $1 AND case_id = $2`,
    [tenantId, caseId, now, isAcknowledged],
  );
  if (found.acts < limits.cases.actsMax - LEFT_TO_PEOPLE)
    await client.query(
      `INSERT INTO scout.case_changes (tenant_id, change_id, case_id, kind, author, reason, created_at)
       VALUES ($1, $2, $3, $4, 'system', $5, to_timestamp($6::float8 / 1000))`,
      [tenantId, randomUUIDv7(), caseId, isAcknowledged ? 'acknowledged' : kind, text.slice(0, 2000), now],
    );
  return isAcknowledged;
}

/** Looks at a case's tickets at once, because the case was closed or reopened. Transaction role: scout_member or scout_admin. */
export async function lookAtTickets(
  client: pg.ClientBase,
  tenantId: string,
  caseId: string,
  now: Date,
): Promise<void> {
  await client.query('UPDATE scout.tickets SET due_at = $3 WHERE tenant_id = $1 AND case_id = $2', [
    tenantId,
    caseId,
    now,
  ]);
}

/** A ticket system with its sealed credentials. */
export interface TicketChannel {
  readonly kind: TicketKind;
  readonly url: string;
  readonly settings: TicketSettings;
  /** False without a subscription, too. */
  readonly is_active: boolean;
  readonly sealed: string;
}

const SYSTEMS = `SELECT c.kind, c.url, c.settings, c.is_active AND t.is_subscribed AND NOT t.is_sample AS is_active, s.sealed
  FROM scout.channels c JOIN scout.tenants t ON t.tenant_id = $1
  JOIN scout.channel_secrets s ON s.tenant_id = $1 AND s.channel_id = c.channel_id AND s.valid_until IS NULL
  WHERE c.tenant_id = $1 AND c.format = 'ticket'`;

/** The ticket system of a channel. Transaction role: scout_alerts. */
export async function readTicketSystem(
  client: pg.ClientBase,
  tenantId: string,
  channelId: string,
): Promise<TicketChannel | undefined> {
  const { rows } = await client.query<TicketChannel>(`${SYSTEMS} AND c.channel_id = $2`, [
    tenantId,
    channelId,
  ]);
  return rows[0];
}

/** The systems in which changes are looked up, those that are off too. Transaction role: scout_alerts. */
export async function readSystemsWithChanges(
  client: pg.ClientBase,
  tenantId: string,
): Promise<TicketChannel[]> {
  const { rows } = await client.query<TicketChannel>(
    `${SYSTEMS} AND (c.settings->>'checks_changes')::boolean ORDER BY c.created_at, c.channel_id`,
    [tenantId],
  );
  return rows;
}

/** Replaces the settings of a ticket system. Transaction role: scout_admin. */
export async function replaceSettings(
  client: pg.ClientBase,
  tenantId: string,
  channelId: string,
  settings: TicketSettings,
): Promise<void> {
  await client.query('UPDATE scout.channels SET settings = $3 WHERE tenant_id = $1 AND channel_id = $2', [
    tenantId,
    channelId,
    JSON.stringify(settings),
  ]);
}

/** Deletes the credentials of a ticket system, which get others. Transaction role: scout_admin. */
export async function deleteCredentials(
  client: pg.ClientBase,
  tenantId: string,
  channelId: string,
): Promise<void> {
  await client.query('DELETE FROM scout.channel_secrets WHERE tenant_id = $1 AND channel_id = $2', [
    tenantId,
    channelId,
  ]);
}

/** Organizations with tickets to look at, longest waiting first. Transaction role: scout_alerts without an organization. */
export async function organizationsWithDueTickets(
  client: pg.ClientBase,
  now: number,
  except: readonly string[],
  most: number,
): Promise<string[]> {
  const { rows } = await client.query<{ tenant_id: string }>(
    `SELECT tenant_id FROM scout.tickets
     WHERE due_at <= to_timestamp($1::float8 / 1000) AND tenant_id <> ALL ($2::uuid[])
     GROUP BY tenant_id ORDER BY min(due_at) LIMIT $3`,
    [now, except, most],
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/**
 * Locks a ticket until the transaction ends.
 * @returns when the end of its case was queued; null: it was not; undefined: there is no such ticket
 */
export async function lockTicket(
  client: pg.ClientBase,
  tenantId: string,
  channelId: string,
  caseId: string,
): Promise<Date | null | undefined> {
  const { rows } = await client.query<{ ended_at: Date | null }>(
    'SELECT ended_at FROM scout.tickets WHERE tenant_id = $1 AND channel_id = $2 AND case_id = $3 FOR UPDATE',
    [tenantId, channelId, caseId],
  );
  return rows[0]?.ended_at;
}

interface End {
  readonly deliveryId: string;
  readonly channelId: string;
  readonly caseId: string;
  readonly caseNumber: number;
  readonly step: 'closed' | 'reopened';
  readonly body: string;
  readonly now: number;
}

/** Queues that a case was closed or reopened, and marks it at its ticket. Transaction role: scout_alerts. */
export async function queueEnd(
  client: pg.ClientBase,
  tenantId: string,
  { deliveryId, channelId, caseId, caseNumber, step, body, now }: End,
): Promise<void> {
  await client.query(
    `INSERT INTO scout.channel_deliveries (tenant_id, delivery_id, channel_id, case_id, case_number, kind, body, created_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::float8 / 1000), to_timestamp($8::float8 / 1000))`,
    [tenantId, deliveryId, channelId, caseId, caseNumber, step, body, now],
  );
  await client.query(
    `UPDATE scout.tickets SET ended_at = to_timestamp($4::float8 / 1000)
     WHERE tenant_id = $1 AND channel_id = $2 AND case_id = $3`,
    [tenantId, channelId, caseId, step === 'closed' ? now : null],
  );
}
