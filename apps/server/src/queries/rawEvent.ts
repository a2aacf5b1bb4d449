import { limits, type TenantEvent } from '@scout/contract';
import { normaliseLine } from '@scout/detection';
import type { Transaction } from '../database/pool.ts';
import { lineOf } from '../ingest/lineOf.ts';
import { batchTime, placeOf } from './eventId.ts';
import { readTenantEvent } from './tenantEvents.ts';

const DAY = 24 * 3_600_000;
/** The clocks of server and database may differ, and a batch waits its turn: its body is looked for in so many days around. */
const DAYS_AROUND = 2;

/** An event and the line of the batch that it was made from. */
export interface RawEvent {
  readonly event: TenantEvent;
  readonly raw: string;
  readonly received_at: string;
}

/**
 * The event with an identity, and its raw line; undefined when the organization has none. Its batch is found by key, its line by
 * number, and its row, for which the table has no key of its own, at the very time that the line names.
 */
export async function readRawEvent(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<RawEvent | undefined> {
  const place = placeOf(id);
  const numbered = batchTime(place.batchId);
  let query = tx
    .selectFrom('batch_bodies')
    .select(['received_at', 'encoding', 'body'])
    .where('tenant_id', '=', tenantId)
    .where('batch_id', '=', place.batchId);
  if (numbered !== null) {
    // Bodies are partitioned by day: one partition or a few are looked at, not a year of them.
    query = query
      .where('received_at', '>=', new Date(numbered - DAYS_AROUND * DAY))
      .where('received_at', '<=', new Date(numbered + DAYS_AROUND * DAY));
  }
  const stored = await query.executeTakeFirst();
  if (stored === undefined) return undefined;
  const raw = await lineOf(stored.body, stored.encoding, place.batchIndex, limits.ingest);
  if (raw === null) return undefined;
  // It was accepted once: the clock only keeps out events of the future, so none is late enough here.
  const read = normaliseLine(raw, Number.MAX_SAFE_INTEGER, 'stored');
  if (!read.ok) return undefined;
  const event = await readTenantEvent(tx, tenantId, read.row.timestamp, place);
  return event && { event, raw, received_at: stored.received_at.toISOString() };
}
