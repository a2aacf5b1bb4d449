import { type DeliveryKind, type TicketKind, type TicketSettings, ticketSystemTitles } from '@scout/contract';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { withRole } from '../../../platform/database/pool.ts';
import type { Fetcher } from '../../../platform/outgoing/fetch.ts';
import { noteNews, readTicket, recordTicket } from '../sql/tickets.ts';
import { type ChangedCase, judgeChange } from './changes.ts';
import { type Credentials, type TicketSystem, ticketSystem } from './system.ts';
import type { TicketText } from './ticketText.ts';

/** Time of one delivery with all its requests, shorter than the lease of a delivery. */
const DELIVERY_MS = 40_000;
/** Planned changes that are listed in the history of a case. */
const LISTED = 5;

interface TicketContext {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly ticketFetcher: Fetcher;
}

interface TicketDelivery {
  readonly channel_id: string;
  readonly channel_kind: TicketKind;
  readonly case_id: string | null;
  readonly case_number: string | null;
  readonly kind: DeliveryKind;
  readonly body: string;
  readonly url: string;
  readonly settings: TicketSettings | null;
  /** As JSON. */
  readonly credentials: string;
}

/**
 * Brings a step of a case to its ticket. The ticket is looked for before it is opened, because an earlier attempt may have opened it
 * without recording it; steps of one ticket are never sent at the same time.
 * @throws TicketSystemError, or a transport error
 */
export async function deliverTicket(
  context: TicketContext,
  tenantId: string,
  delivery: TicketDelivery,
): Promise<void> {
  const { ticketFetcher } = context;
  const { channel_kind, url, settings, credentials, kind, body, case_id } = delivery;
  const system = ticketSystem(
    {
      kind: channel_kind,
      url,
      settings: settings!,
      credentials: JSON.parse(credentials) as Credentials,
    },
    { fetcher: ticketFetcher, signal: AbortSignal.timeout(DELIVERY_MS) },
  );
  if (kind === 'test' || case_id === null) return system.test();
  if (kind === 'changes')
    return noteChanges(context, tenantId, case_id, JSON.parse(body) as ChangedCase, system);
  await bring(context, tenantId, { ...delivery, case_id }, system);
}

async function bring(
  { pool, clock }: TicketContext,
  tenantId: string,
  { channel_id, channel_kind, case_id, case_number, kind, body }: TicketDelivery & { case_id: string },
  system: TicketSystem,
): Promise<void> {
  const text = JSON.parse(body) as TicketText;
  const inAlerts = <T>(work: (client: pg.ClientBase) => Promise<T>) =>
    withRole(pool, { role: 'scout_alerts', tenantId }, (_tx, client) => work(client));
  const recorded = await inAlerts((client) => readTicket(client, tenantId, channel_id, case_id));
  const found = recorded ?? (await system.find(text.key));
  // A case that was closed before it had a ticket needs none.
  if (found === undefined && kind === 'closed') return;
  const ticket = found ?? (await system.open(text));
  if (recorded === undefined)
    await inAlerts(async (client) => {
      const now = clock.now();
      const about = { channelId: channel_id, caseId: case_id, caseNumber: Number(case_number) };
      const isNew = await recordTicket(client, tenantId, { ...about, ticket, canRead: system.canRead, now });
      if (!isNew) return;
      const name = ticket.reference === null ? '' : ` ${ticket.reference}`;
      const news = `Ticket${name} opened in ${ticketSystemTitles[channel_kind]}.`;
      await noteNews(client, tenantId, {
        caseId: case_id,
        kind: 'ticket',
        text: news,
        acknowledges: false,
        now,
      });
    });
  if (kind === 'closed') await system.end(ticket, text);
  else if (found !== undefined && kind !== 'opened') await system.update(ticket, text);
}

/** Names approved changes that explain a case in its history. It changes nothing else: people close the case. */
async function noteChanges(
  { pool, clock }: TicketContext,
  tenantId: string,
  caseId: string,
  about: ChangedCase,
  system: TicketSystem,
): Promise<void> {
  const changes = (await system.changes?.(about)) ?? [];
  const fits = changes.flatMap((change) => {
    const judged = judgeChange(change, about);
    return 'fit' in judged ? [judged.fit] : [];
  });
  if (fits.length === 0) return;
  const text = fits
    .slice(0, LISTED)
    .map((fit) => `Planned change ${fit}`)
    .join('\n');
  await withRole(pool, { role: 'scout_alerts', tenantId }, (_tx, client) =>
    noteNews(client, tenantId, { caseId, kind: 'change', text, acknowledges: false, now: clock.now() }),
  );
}
