import { randomUUID } from 'node:crypto';
import { type TicketKind, type TicketState, ticketSystemTitles } from '@scout/contract';
import { HOUR, MINUTE } from '@scout/detection/time';
import type pg from 'pg';
import { CLOCK_SKEW_MS } from '../../../platform/clock.ts';
import { audit } from '../../../platform/database/audit.ts';
import { withRole } from '../../../platform/database/pool.ts';
import type { Job } from '../../../platform/jobs/rounds.ts';
import { readAlertedCases } from '../sql/content.ts';
import { readAlertedOrganization } from '../sql/recipients.ts';
import {
  type DueTicket,
  lockTicket,
  noteNews,
  organizationsWithDueTickets,
  queueEnd,
  readTicketSystem,
  recordLook,
  type TicketChannel,
  takeDueTickets,
} from '../sql/tickets.ts';
import { TicketSystemError } from '../tickets/ask.ts';
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

async function look(context: Context, tenantId: string, ticket: DueTicket): Promise<void> {
  const { pool, clock } = context;
  const now = clock.now();
  const prepared = await withRole(pool, { role: 'scout_alerts', tenantId }, async (_tx, client) => {
    const isClosed = await planEnd(context, client, tenantId, ticket, now);
    return { isClosed, channel: await readTicketSystem(client, tenantId, ticket.channel_id) };
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
      details: { case: Number(case_number), system: ticketSystemTitles[channel.kind], by: report.by },
    });
  });
}

/** Never rejects. */
async function reportOf({ ticketFetcher, channelSeal }: Context, channel: TicketChannel, ticket: DueTicket) {
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
  return `${acts[state]} in ${ticketSystemTitles[kind]}${person}${number}.`;
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
  const endedAt = await lockTicket(client, tenantId, channel_id, case_id);
  const about = (await readAlertedCases(client, tenantId, { caseIds: [case_id] })).get(case_id);
  if (about === undefined || endedAt === undefined) return false;
  const isClosed = about.status === 'closed';
  if (isClosed === (endedAt !== null)) return isClosed;
  const { companyName, timeZone } = await readAlertedOrganization(client, tenantId);
  const step = isClosed ? 'closed' : 'reopened';
  const id = randomUUID();
  const text = ticketText({
    id,
    kind: 'gained',
    added: [],
    about,
    link: `${origin()}/cases/${about.number}`,
    organization: companyName,
    timeZone,
    now,
  });
  await queueEnd(client, tenantId, {
    deliveryId: id,
    channelId: channel_id,
    caseId: case_id,
    caseNumber: about.number,
    step,
    body: JSON.stringify({ ...text, title: `${stepTitle(about.number, step)} in Scout` }),
    now,
  });
  return isClosed;
}

/** Looks at due tickets until `stop` is called. */
export const scheduleTickets = (context: DeliveriesContext): Job =>
  scheduleByOrganization({
    everyMs: EVERY_MS,
    most: ORGANIZATIONS,
    waiting: (except) =>
      withRole(context.pool, { role: 'scout_alerts' }, (_tx, client) =>
        organizationsWithDueTickets(client, context.clock.now(), except, ORGANIZATIONS),
      ),
    step: (tenantId) => lookAtDueTickets(context, tenantId),
    onError: (error, tenant_id) =>
      context.log.error(
        { err: error, ...(tenant_id !== undefined && { tenant_id }) },
        tenant_id === undefined
          ? 'tickets were not looked for; it is retried'
          : 'tickets were not looked at; it is retried',
      ),
  });
