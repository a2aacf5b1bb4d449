import { HOUR } from '@scout/detection/time';
import type pg from 'pg';
import type { Statement } from '../../../platform/database/pipeline.ts';

/** Number of events of a type in an hour, counted since 1970. */
export interface EventCount {
  readonly hour: number;
  readonly type: string;
  readonly n: number;
}

/** Counts the events of a batch by hour and type. */
export class EventTally {
  readonly #hours = new Map<number, Map<string, number>>();

  /** @param time epoch milliseconds */
  add(time: number, type: string): void {
    const hour = Math.floor(time / HOUR);
    let types = this.#hours.get(hour);
    if (types === undefined) {
      types = new Map();
      this.#hours.set(hour, types);
    }
    types.set(type, (types.get(type) ?? 0) + 1);
  }

  counts(): EventCount[] {
    return [...this.#hours].flatMap(([hour, types]) => [...types].map(([type, n]) => ({ hour, type, n })));
  }
}

/** Approximate bytes of a count in addition to its type. */
const COUNT_BYTES = 50;

/** Approximate bytes of written counts. */
export const sizeOfCounts = (counts: readonly EventCount[]): number =>
  counts.reduce((sum, { type }) => sum + COUNT_BYTES + type.length, 0);

/** Maximum bytes of a type stored as its key. An index row holds 2,704. */
const KEY_BYTES = 256;

/** Adds `found` (hour, event_type, n) to the stored counts, in a fixed order, so that concurrent transactions cannot deadlock. */
const addFound = `
  INSERT INTO scout.event_counts AS kept (tenant_id, hour, type_key, event_type, n)
  SELECT $1::uuid, hour, type_key, min(event_type), sum(n)
  FROM (
    SELECT hour, event_type, n, (CASE WHEN octet_length(event_type) <= ${KEY_BYTES} THEN event_type
      ELSE encode(sha256(convert_to(event_type, 'UTF8')), 'hex') END) COLLATE "C" AS type_key
    FROM found
  ) AS keyed
  GROUP BY hour, type_key ORDER BY hour, type_key
  ON CONFLICT (tenant_id, hour, type_key) DO UPDATE SET n = kept.n + excluded.n`;

/** Adds the counts of batches being stored. */
export const eventCountsAdded = (tenantId: string, counts: readonly EventCount[]): Statement => ({
  name: 'ingest-event-counts',
  text: `WITH found AS (
      SELECT to_timestamp(hour * 3600) AS hour, event_type, n
      FROM unnest($2::float8[], $3::text[], $4::integer[]) AS one (hour, event_type, n)
    ) ${addFound}`,
  values: [
    tenantId,
    counts.map(({ hour }) => hour),
    counts.map(({ type }) => type),
    counts.map(({ n }) => n),
  ],
});

/**
 * Recounts an organization after the sample's events, which are never packed, were removed from it. For scout_judge, while nothing
 * is ingested.
 */
export async function recountEvents(client: pg.ClientBase, tenantId: string): Promise<void> {
  // Reads every event of the organization.
  await client.query(`SET LOCAL statement_timeout = '30min'`);
  await client.query('DELETE FROM scout.event_counts WHERE tenant_id = $1', [tenantId]);
  await client.query(
    `WITH found AS (
        SELECT date_trunc('hour', occurred_at, 'UTC') AS hour, event_type, count(*) AS n
        FROM scout.tenant_events WHERE tenant_id = $1
        GROUP BY 1, 2
      ) ${addFound}`,
    [tenantId],
  );
}
