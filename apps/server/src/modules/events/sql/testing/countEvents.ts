import type pg from 'pg';

/** Counts an organization's events that a test stored directly, as ingest would have. */
export async function countEvents(owner: pg.ClientBase, tenantId: string): Promise<void> {
  await owner.query('DELETE FROM scout.event_counts WHERE tenant_id = $1', [tenantId]);
  await owner.query(
    `INSERT INTO scout.event_counts (tenant_id, hour, type_key, event_type, n)
     SELECT tenant_id, date_trunc('hour', occurred_at, 'UTC'), event_type, event_type, count(*)
     FROM scout.tenant_events WHERE tenant_id = $1 GROUP BY 1, 2, 3, 4`,
    [tenantId],
  );
}
