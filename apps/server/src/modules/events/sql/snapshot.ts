import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';

/**
 * The coordinator's snapshot, for what is read next: a statement of its own, because statements on distributed events run on their node,
 * whose transactions have other numbers. What it sees as committed is on the node; `unsettled`, the transactions of which this is not
 * true, run on in it.
 */
export async function coordinatorSnapshot(
  tx: Transaction,
  tenantId: string,
): Promise<{ snapshot: string; unsettled: readonly string[] }> {
  const { rows } = await sql<{ snapshot: string }>`SELECT pg_current_snapshot()::text AS snapshot`.execute(
    tx,
  );
  const unsettled = await readUnsettled(tx, tenantId);
  return { snapshot: asRunning(rows[0]!.snapshot, unsettled), unsettled };
}

/** A batch and the transaction that stored it. */
interface StoredBatch {
  readonly batch_id: string;
  readonly stored_in: string;
}

/**
 * Transactions whose batches are in the ledger, and whose events are not yet on their node: in two phases the coordinator commits first, the
 * node a moment later, or once it is back. Citus keeps a record of each until all nodes have committed; its own
 * transaction is the one that stored the batch, of which it has the low 32 bits.
 */
async function readUnsettled(tx: Transaction, tenantId: string): Promise<readonly string[]> {
  const { rows: recent } = await sql<StoredBatch>`
    WITH records AS MATERIALIZED (
      SELECT DISTINCT (newest - ((newest - xmin::text::bigint) & 4294967295))::text::xid8 AS id
      FROM pg_dist_transaction, (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS newest) AS now
    )
    SELECT batch_id, stored_in::text FROM records JOIN scout.batches ON tenant_id = ${tenantId} AND stored_in = id`.execute(
    tx,
  );
  if (recent.length === 0) return [];
  const { rows: settled } = await sql<Pick<StoredBatch, 'batch_id'>>`
    SELECT batch_id FROM scout.batch_bodies
    WHERE tenant_id = ${tenantId} AND batch_id = ANY (${recent.map(({ batch_id }) => batch_id)}::uuid[])`.execute(
    tx,
  );
  const known = new Set(settled.map(({ batch_id }) => batch_id));
  return [
    ...new Set(recent.filter(({ batch_id }) => !known.has(batch_id)).map(({ stored_in }) => stored_in)),
  ];
}

/** The snapshot, `xmin:xmax:running,…`, in which these transactions still run. */
export function asRunning(snapshot: string, ids: readonly string[]): string {
  if (ids.length === 0) return snapshot;
  const [, xmax = '', list = ''] = snapshot.split(':');
  const running = [...new Set([...list.split(',').filter(Boolean), ...ids])]
    .map(BigInt)
    .filter((id) => id < BigInt(xmax))
    .sort((a, b) => (a < b ? -1 : 1));
  return `${running[0] ?? xmax}:${xmax}:${running.join(',')}`;
}
