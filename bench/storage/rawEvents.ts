import { readRawEvent } from '@scout/server/modules/events/sql/rawEvent';
import { createPool, withRole } from '@scout/server/platform/database/pool';
import { sql } from 'kysely';
import type { Installation } from '../ingest/installation.ts';

const EVENTS = 200;

/** Milliseconds, and how many times a query for nothing takes the median. */
export interface RawTimes {
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
  readonly ratio: number;
}

/** Reads raw events from all over the organization one by one, as a member does, each in a transaction of its own, in this process. */
export async function timeRawEvents({ ownerUrl, tenantId }: Installation): Promise<RawTimes> {
  const pool = createPool(ownerUrl, { max: 1 });
  const member = { role: 'scout_member', tenantId } as const;
  const ids = await withRole(pool, member, async (tx) => {
    const { rows } = await sql<{ batch_id: string; accepted: number }>`
      SELECT batch_id, accepted FROM scout.batches WHERE tenant_id = ${tenantId} ORDER BY md5(batch_id::text)`.execute(
      tx,
    );
    return Array.from({ length: EVENTS }, (_, index) => {
      const { batch_id, accepted } = rows[index % rows.length]!;
      return `${batch_id}-${String((index * 7919) % accepted).padStart(6, '0')}`;
    });
  });
  const times = { nothing: [] as number[], raw: [] as number[] };
  for (const id of ids) {
    let began = performance.now();
    await withRole(pool, member, (tx) => sql`SELECT 1`.execute(tx));
    times.nothing.push(performance.now() - began);
    began = performance.now();
    const found = await withRole(pool, member, (tx) => readRawEvent(tx, tenantId, id));
    times.raw.push(performance.now() - began);
    if (found === undefined) throw new Error(`No raw event ${id}`);
  }
  await pool.end();
  const at = (of: number[], share: number) => of.toSorted((a, b) => a - b)[Math.floor(of.length * share)]!;
  return {
    median: at(times.raw, 0.5),
    p95: at(times.raw, 0.95),
    longest: Math.max(...times.raw),
    ratio: at(times.raw, 0.5) / at(times.nothing, 0.5),
  };
}
