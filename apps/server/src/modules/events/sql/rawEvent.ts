import { limits, type TenantEvent } from '@scout/contract';
import { normaliseLine } from '@scout/detection';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { type BodyEncoding, lineOf } from '../../ingest/index.ts';
import { batchIdAt, batchTime, placeOf } from './eventId.ts';
import { readTenantEvent } from './tenantEvents.ts';

/** The clocks of server and database may differ, and a batch may wait: its body is searched in this many days around its time. */
const DAYS_AROUND = 2;

/** An event and its source line in the batch. */
export interface RawEvent {
  readonly event: TenantEvent;
  readonly raw: string;
  readonly received_at: string;
}

/** A batch's stored body, alone or in a frame with others. */
interface StoredBody {
  readonly received_at: Date;
  readonly encoding: BodyEncoding;
  readonly body: Buffer;
  /** Number of its first line. */
  readonly first_line: number;
}

/** The stored body of a batch; undefined if the organization has none. */
export async function readBody(
  tx: Transaction,
  tenantId: string,
  batchId: string,
): Promise<StoredBody | undefined> {
  const numbered = batchTime(batchId);
  const around = (days: number) => new Date(numbered! + days * DAY);
  // Bodies are partitioned by day: reads one or a few partitions, not a year of them.
  const inDays =
    numbered === null
      ? sql``
      : sql`AND received_at BETWEEN ${around(-DAYS_AROUND)} AND ${around(DAYS_AROUND)}`;
  // A frame has the batches of a day.
  const fromBatch =
    numbered === null
      ? sql``
      : sql`AND p.first_batch >= ${batchIdAt(numbered - (DAYS_AROUND + 1) * DAY)}::uuid`;
  const { rows } = await sql<StoredBody>`
    SELECT received_at, encoding, body, 0 AS first_line FROM scout.batch_bodies
    WHERE tenant_id = ${tenantId} AND batch_id = ${batchId} ${inDays}
    UNION ALL
    SELECT p.received_at[k.place], 'zstd', p.body, p.first_line[k.place]
    FROM scout.packed_bodies p, LATERAL (SELECT array_position(p.batch_id, ${batchId}::uuid) AS place) AS k
    WHERE p.tenant_id = ${tenantId} AND p.first_batch <= ${batchId}::uuid AND p.last_batch >= ${batchId}::uuid ${fromBatch}
      AND k.place IS NOT NULL
    LIMIT 1`.execute(tx);
  return rows[0];
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
  const raw = await lineOf(stored.body, stored.encoding, stored.first_line + place.batchIndex, limits.ingest);
  if (raw === null) return undefined;
  // It was accepted before: the clock only rejects future events, so no event is too late here.
  const read = normaliseLine(raw, Number.MAX_SAFE_INTEGER);
  if (!read.ok) return undefined;
  const event = await readTenantEvent(tx, tenantId, read.row.timestamp, place);
  return event && { event, raw, received_at: stored.received_at.toISOString() };
}
