import { gzipSync } from 'node:zlib';
import type { ErrorBody, IngestAnswer } from '@scout/contract';
import type { TestClient, TestDatabase } from '@scout/testkit';

/** Ingest's answer: the status, and the body of a result or an error. */
export interface Shipped {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: IngestAnswer & ErrorBody;
}

/** Sends a batch like an agent: lines are joined and compressed, a Buffer is sent unchanged. */
export async function ship(
  agent: TestClient,
  batchNo: number | string,
  lines: readonly string[] | Buffer,
  headers: Record<string, string> = {},
): Promise<Shipped> {
  const packed = Buffer.isBuffer(lines) ? lines : gzipSync(lines.join('\n'));
  const response = await agent.request('/api/ingest/v1/events', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      ...(Buffer.isBuffer(lines) ? {} : { 'content-encoding': 'gzip' }),
      'scout-batch': String(batchNo),
      ...headers,
    },
    body: new Uint8Array(packed),
  });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as Shipped['body'],
  };
}

/** A flat row as a line; by default a failed logon on a production server. */
export const line = (fields: Record<string, unknown> = {}): string =>
  JSON.stringify({
    timestamp: new Date(Date.now() - 60_000).toISOString(),
    event_type: '4625',
    target_user_name: 'svc.billing',
    system_context_computer_name: 'PRD-SQL01',
    ...fields,
  });

/** Number of a tenant's rows in each table written by ingest. */
export async function counts(database: TestDatabase, tenantId: string): Promise<Record<string, number>> {
  const { rows } = await database.asOwner((client) =>
    client.query(
      `SELECT (SELECT count(*)::int FROM scout.batches WHERE tenant_id = $1) AS batches,
        (SELECT count(*)::int FROM scout.batch_bodies WHERE tenant_id = $1) AS bodies,
        (SELECT count(*)::int FROM scout.tenant_events WHERE tenant_id = $1) AS events,
        (SELECT count(*)::int FROM scout.incidents WHERE tenant_id = $1) AS incidents,
        (SELECT coalesce(sum(n), 0)::int FROM scout.rollups WHERE tenant_id = $1 AND dimension = 'account') AS rollups,
        (SELECT coalesce(sum(events_accepted), 0)::int FROM scout.agents WHERE tenant_id = $1) AS accepted,
        (SELECT coalesce(sum(events_rejected), 0)::int FROM scout.agents WHERE tenant_id = $1) AS rejected`,
      [tenantId],
    ),
  );
  return rows[0];
}

/** The result of {@link counts} when nothing was stored. */
export const NOTHING = {
  batches: 0,
  bodies: 0,
  events: 0,
  incidents: 0,
  rollups: 0,
  accepted: 0,
  rejected: 0,
};
