import { limits, type TenantEvent } from '@scout/contract';
import { normaliseLine } from '@scout/detection';
import { DAY } from '@scout/detection/time';
import type { Transaction } from '../../../platform/database/pool.ts';
import { lineOf } from '../../ingest/index.ts';
import { batchTime, placeOf } from './eventId.ts';
import { readTenantEvent } from './tenantEvents.ts';

/** The clocks of server and database may differ, and a batch may wait: its body is searched in this many days around its time. */
const DAYS_AROUND = 2;

/** An event and its source line in the batch. */
export interface RawEvent {
  readonly event: TenantEvent;
  readonly raw: string;
  readonly received_at: string;
}

/** The stored body of a batch; undefined if the organization has none. */
export async function readBody(tx: Transaction, tenantId: string, batchId: string) {
  const numbered = batchTime(batchId);
  let query = tx
    .selectFrom('batch_bodies')
    .select(['received_at', 'encoding', 'body'])
    .where('tenant_id', '=', tenantId)
    .where('batch_id', '=', batchId);
  if (numbered !== null) {
    // Bodies are partitioned by day: reads one or a few partitions, not a year of them.
    query = query
      .where('received_at', '>=', new Date(numbered - DAYS_AROUND * DAY))
      .where('received_at', '<=', new Date(numbered + DAYS_AROUND * DAY));
  }
  return query.executeTakeFirst();
}

/**
 * The event with an identity, and its raw line; undefined if the organization has none. Its batch is found by key, its line by
 * number, and its row, which has no key, at the exact time in the line.
 */
export async function readRawEvent(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<RawEvent | undefined> {
  const place = placeOf(id);
  const stored = await readBody(tx, tenantId, place.batchId);
  if (stored === undefined) return undefined;
  const raw = await lineOf(stored.body, stored.encoding, place.batchIndex, limits.ingest);
  if (raw === null) return undefined;
  // It was accepted before: the clock only rejects future events, so no event is too late here.
  const read = normaliseLine(raw, Number.MAX_SAFE_INTEGER);
  if (!read.ok) return undefined;
  const event = await readTenantEvent(tx, tenantId, read.row.timestamp, place);
  return event && { event, raw, received_at: stored.received_at.toISOString() };
}
