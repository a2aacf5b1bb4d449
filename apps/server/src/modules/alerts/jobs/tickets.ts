import { randomUUID } from 'node:crypto';
import type { TicketKind, TicketSettings, TicketState } from '@scout/contract';
import { HOUR, MINUTE } from '@scout/detection/time';
import type pg from 'pg';
import { CLOCK_SKEW_MS } from '../../../platform/clock.ts';
import { audit } from '../../../platform/database/audit.ts';
import { withRole } from '../../../platform/database/pool.ts';
import type { Job } from '../../../platform/jobs/rounds.ts';
import { readAlertedCases } from '../sql/content.ts';
import { TicketSystemError } from '../tickets/ask.ts';
import { systemTitles } from '../tickets/deliverTicket.ts';
import { type DueTicket, noteNews, recordLook, takeDueTickets } from '../tickets/sql.ts';
import { type Credentials, type TicketReport, ticketSystem } from '../tickets/system.ts';
import { stepTitle, ticketKey, ticketText } from '../tickets/ticketText.ts';
import { scheduleByOrganization } from './byOrganization.ts';
import { type DeliveriesContext, problemOf } from './deliveries.ts';

const EVERY_MS = 1_000;
/** Concurrently served organizations, and concurrent looks of each. */
const ORGANIZATIONS = 20;
const AT_ONCE = 4;
/** Time of one look, and after which that of a terminated process is repeated. */
const LOOK_MS = 30_000;
const LEASE = MINUTE + CLOCK_SKEW_MS;
/** A ticket is looked at every twentieth of its age, within these bounds. */
const MOST_OFTEN = MINUTE;
const LEAST_OFTEN = HOUR;

type Context = Omit<DeliveriesContext, 'log'>;

/** Organizations with tickets to look at, longest waiting first. */
export async function awaitingTickets(
  pool: pg.Pool,
  now: number,
  except: readonly string[],
): Promise<string[]> {
  return withRole(pool, { role: 'scout_alerts' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      `SELECT tenant_id FROM scout.tickets
       WHERE due_at <= to_timestamp($1::float8 / 1000) AND tenant_id <> ALL ($2::uuid[])
       GROUP BY tenant_id ORDER BY min(due_at) LIMIT ${ORGANIZATIONS}`,
      [now, except],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}

/**
 * Looks at up to four due tickets of one organization: queues the end of a closed case, and reads the state that people gave a ticket.
 * @returns number of tickets
 */
export async function lookAtDueTickets(context: Context, tenantId: string): Promise<number> {
  const now = context.clock.now();
  const due = await withRole(context.pool, { role: 'scout_alerts', tenantId }, (_tx, client) =>
    takeDueTickets(client, tenantId, { now, leaseMs: LEASE, most: AT_ONCE }),
  );
  await Promise.all(due.map((ticket) => look(context, tenantId, ticket)));
  return due.length;
}

interface Channel {
  readonly kind: TicketKind;
  readonly url: string;
  readonly settings: TicketSettings;
  readonly is_active: boolean;
  readonly sealed: string;
}

async function look(context: Context, tenantId: string, ticket: DueTicket): Promise<void> {
  const { pool, clock } = context;
  const now = clock.now();
  const prepared = await withRole(pool, { role: 'scout_alerts', tenantId }, async (_tx, client) => {
    const isClosed = await planEnd(context, client, tenantId, ticket, now);
    const { rows } = await client.query<Channel>(
      `SELECT c.kind, c.url, c.settings, c.is_active, s.sealed FROM scout.channels c
       JOIN scout.channel_secrets s ON s.tenant_id = $1 AND s.channel_id = c.channel_id AND s.valid_until IS NULL
       WHERE c.tenant_id = $1 AND c.channel_id = $2`,
      [tenantId, ticket.channel_id],
    );
    return { isClosed, channel: rows[0] };
  });
  const { channel, isClosed } = prepared;
  if (channel === undefined) return;
  const looked = channel.is_active
    ? await reportOf(context, channel, ticket)
    : { report: null, problem: null, canRead: true };
  const isOver = isClosed && (looked.report ?? ticket).state === 'resolved';
  const next = looked.canRead && !isOver ? nextLook(ticket, looked.problem, now) : null;
  await withRole(pool, { role: 'scout_alerts', tenantId }, async (tx, client) => {
    const { report, problem } = looked;
    const hasChanged = await recordLook(client, tenantId, { ticket, report, problem, next, now });
    if (!hasChanged || report === null) return;
    const text = newsOf(channel.kind, report, report.reference ?? ticket.reference);
    const acknowledges = report.state === 'acknowledged';
    const { case_id: caseId, case_number } = ticket;
    const isAcknowledged = await noteNews(client, tenantId, {
      caseId,
      kind: 'ticket',
      text,
      acknowledges,
      now,
    });
    if (!isAcknowledged) return;
    await audit(tx, {
      tenantId,
      actor: 'system',
      action: 'case_acknowledged',
      details: { case: Number(case_number), system: systemTitles[channel.kind], by: report.by },
    });
  });
}

/** Never rejects. */
async function reportOf({ ticketFetcher, channelSeal }: Context, channel: Channel, ticket: DueTicket) {
  try {
    const credentials = JSON.parse(await channelSeal.open(channel.sealed)) as Credentials;
    const reach = { fetcher: ticketFetcher, signal: AbortSignal.timeout(LOOK_MS) };
    const system = ticketSystem({ ...channel, credentials }, reach);
    if (!system.canRead) return { report: null, problem: null, canRead: false };
    const { remote_id: remoteId, reference, url, case_id } = ticket;
    const report = (await system.report({ remoteId, reference, url }, ticketKey(case_id))) ?? null;
    return { report, problem: null, canRead: true };
  } catch (error) {
    const problem = error instanceof TicketSystemError ? error.message : problemOf(error);
    return { report: null, problem, canRead: true };
  }
}

const nextLook = ({ created_at, failures }: DueTicket, problem: string | null, now: number): number =>
  now +
  Math.min(
    Math.max((now - created_at.getTime()) / 20, MOST_OFTEN) *
      (problem === null ? 1 : 2 ** Math.min(failures + 1, 6)),
    LEAST_OFTEN,
  );

const acts: Readonly<Record<TicketState, string>> = {
  open: 'Reopened',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
};

/** For example "Resolved in Jira by Ada (SEC-12)." */
function newsOf(kind: TicketKind, { state, by }: TicketReport, reference: string | null): string {
  const person = by === null ? '' : ` by ${by}`;
  const number = reference === null ? '' : ` (${reference})`;
  return `${acts[state]} in ${systemTitles[kind]}${person}${number}.`;
}

/**
 * Queues a message to the ticket when its case was closed or reopened, in the transaction that marks it. Transaction role: scout_alerts.
 * @returns true if the case is closed
 */
async function planEnd(
  { origin }: Context,
  client: pg.ClientBase,
  tenantId: string,
  { channel_id, case_id }: DueTicket,
  now: number,
): Promise<boolean> {
  const { rows: locked } = await client.query<{ ended_at: Date | null }>(
    'SELECT ended_at FROM scout.tickets WHERE tenant_id = $1 AND channel_id = $2 AND case_id = $3 FOR UPDATE',
    [tenantId, channel_id, case_id],
  );
  const about = (await readAlertedCases(client, tenantId, { caseIds: [case_id] })).get(case_id);
  if (about === undefined || locked[0] === undefined) return false;
  const isClosed = about.status === 'closed';
  if (isClosed === (locked[0].ended_at !== null)) return isClosed;
  const { rows } = await client.query<{ company_name: string; time_zone: string }>(
    'SELECT company_name, time_zone FROM scout.tenants WHERE tenant_id = $1',
    [tenantId],
  );
  const step = isClosed ? 'closed' : 'reopened';
  const id = randomUUID();
  const text = ticketText({
    id,
    kind: 'gained',
    added: [],
    about,
    link: `${origin()}/cases/${about.number}`,
    organization: rows[0]!.company_name,
    timeZone: rows[0]!.time_zone,
    now,
  });
  await client.query(
    `INSERT INTO scout.channel_deliveries (tenant_id, delivery_id, channel_id, case_id, case_number, kind, body, created_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::float8 / 1000), to_timestamp($8::float8 / 1000))`,
    [
      tenantId,
      id,
      channel_id,
      case_id,
      about.number,
      step,
      JSON.stringify({ ...text, title: `${stepTitle(about.number, step)} in Scout` }),
      now,
    ],
  );
  await client.query(
    `UPDATE scout.tickets SET ended_at = to_timestamp($4::float8 / 1000)
     WHERE tenant_id = $1 AND channel_id = $2 AND case_id = $3`,
    [tenantId, channel_id, case_id, isClosed ? now : null],
  );
  return isClosed;
}

/** Looks at due tickets until `stop` is called. */
export const scheduleTickets = (context: DeliveriesContext): Job =>
  scheduleByOrganization({
    everyMs: EVERY_MS,
    most: ORGANIZATIONS,
    waiting: (except) => awaitingTickets(context.pool, context.clock.now(), except),
    step: (tenantId) => lookAtDueTickets(context, tenantId),
    onError: (error, tenant_id) =>
      context.log.error(
        { err: error, ...(tenant_id !== undefined && { tenant_id }) },
        tenant_id === undefined
          ? 'tickets were not looked for; it is retried'
          : 'tickets were not looked at; it is retried',
      ),
  });
