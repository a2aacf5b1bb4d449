import { DAY } from '@scout/detection/time';
import { mergePartsStep } from '@scout/server/modules/cases/sql/assessor/mergeParts';
import { packStep } from '@scout/server/modules/ingest/sql/stored/packEvents';
import { createPool } from '@scout/server/platform/database/pool';
import type pg from 'pg';
import type { Installation } from '../ingest/installation.ts';

/** Later than the age from which events are packed. */
const LATER_MS = 20 * DAY;

/**
 * Packs all events of an installation as if they were three weeks old, and gives the space back as autovacuum and the hourly
 * maintenance do. @returns µs of an event
 */
export async function packAll(owner: pg.Client, { ownerUrl, tenantId }: Installation): Promise<number> {
  const pool = createPool(ownerUrl, { max: 1 });
  const now = () => Date.now() + LATER_MS;
  const began = performance.now();
  while ((await packStep({ pool, clock: { now } }, tenantId)) === 'more');
  while ((await mergePartsStep({ pool, clock: { now } }, tenantId)) === 'more');
  const took = performance.now() - began;
  await pool.end();
  await owner.query('VACUUM ANALYZE');
  // The space of merged activity is used again by later batches; here there are none.
  await owner.query('VACUUM FULL scout.activity_parts');
  while (
    (await owner.query('SELECT scout.shrink_packed_partition($1) AS day', [new Date(now())])).rows[0].day !==
    null
  );
  const { rows } = await owner.query<{ n: number }>('SELECT sum(n)::int AS n FROM scout.packed_events');
  return (took * 1000) / rows[0]!.n;
}
