import { type Bucket, emptyBucket, mergePart } from '@scout/cases';
import type pg from 'pg';
import { eventId } from '../../../events/index.ts';
import { unpackPart } from '../../../ingest/index.ts';

/** Activity of one batch in one hour. */
export interface Part {
  readonly hour: number;
  readonly batchId: string;
  /** Stored form. */
  readonly body: Buffer;
}

/** Maximum bodies in memory. */
const FETCHED = 16;

/**
 * Parts of the hours from `from` to `to`, inclusive, by hour. `visible` and `read.through` are PostgreSQL snapshots: of the parts
 * to read, and of those already read in the hours `read.hours`.
 */
export async function* readParts(
  client: pg.ClientBase,
  tenantId: string,
  range: {
    from: number | null;
    to: number;
    visible: string;
    read: { through: string; hours: readonly number[] } | undefined;
  },
): AsyncGenerator<Part> {
  const { from, to, visible, read } = range;
  await client.query(
    `DECLARE activity NO SCROLL CURSOR FOR
     SELECT extract(epoch FROM hour)::float8 / 3600 AS hour, batch_id, body FROM scout.activity_parts
     WHERE tenant_id = $1 AND hour <= to_timestamp($2::float8 * 3600) AND hour >= to_timestamp($3::float8 * 3600)
       AND pg_visible_in_snapshot(stored_in, $4::pg_snapshot)
       AND ($5::pg_snapshot IS NULL OR NOT pg_visible_in_snapshot(stored_in, $5::pg_snapshot)
         OR hour <> ALL (SELECT to_timestamp(known * 3600) FROM unnest($6::float8[]) AS known))
     ORDER BY hour`,
    [tenantId, to, from ?? 0, visible, read?.through ?? null, read?.hours ?? []],
  );
  for (;;) {
    const { rows } = await client.query<{ hour: number; batch_id: string; body: Buffer }>(
      `FETCH ${FETCHED} FROM activity`,
    );
    for (const { hour, batch_id, body } of rows) yield { hour, batchId: batch_id, body };
    if (rows.length < FETCHED) break;
  }
  await client.query('CLOSE activity');
}

/** Stands for a batch in a part that several were merged into: its events are named by their identity. Less than any batch's id. */
export const MERGED = '00000000-0000-0000-0000-000000000000';

/** Adds a part to the bucket of its hour, among buckets by hour. */
export function mergeInto(buckets: Map<number, Bucket>, { hour, ...part }: Part): void {
  let bucket = buckets.get(hour);
  if (bucket === undefined) {
    bucket = emptyBucket(hour);
    buckets.set(hour, bucket);
  }
  addPart(bucket, part);
}

/** Adds a part to the bucket of its hour. */
export function addPart(bucket: Bucket, { batchId, body }: Omit<Part, 'hour'>): void {
  mergePart(bucket, unpackPart(body), (event) =>
    batchId === MERGED ? event : eventId({ batchId, batchIndex: Number(event) }),
  );
}

/** First hour after `hour` with parts; null if there is none. */
export async function nextHour(
  client: pg.ClientBase,
  tenantId: string,
  hour: number,
): Promise<number | null> {
  const { rows } = await client.query<{ next: number | null }>(
    `SELECT extract(epoch FROM min(hour))::float8 / 3600 AS next FROM scout.activity_parts
     WHERE tenant_id = $1 AND hour > to_timestamp($2::float8 * 3600)`,
    [tenantId, hour],
  );
  return rows[0]!.next;
}
