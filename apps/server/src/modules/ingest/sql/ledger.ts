import { type IngestAnswer, limits } from '@scout/contract';
import type pg from 'pg';
import type { Statement } from '../../../platform/database/pipeline.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Outcome } from '../groups.ts';
import { SETTINGS_VERSION } from '../naming.ts';
import type { BatchIdentity, ParsedBatch, RejectedLine } from '../parseBatch.ts';
import { byteas } from './byteas.ts';

/** A batch as the ledger has it. */
export interface LedgerBatch extends BatchIdentity {
  /** The agent's number of the batch: its key in the ledger. */
  readonly batchNo: number;
  /** SHA-256 of the unpacked body, so that recompressed lines are the same batch. */
  readonly sha256: Buffer;
  readonly parsed: Pick<ParsedBatch, 'accepted' | 'repeated' | 'rejected'>;
}

const { batchNumberReach } = limits.ingest;

/** SQLSTATE of the statement below when a batch is not new. */
const DIVISION_BY_ZERO = '22012';

/**
 * Enters batches of different numbers; the version of the settings is its result. A batch is not new when its number is too far ahead of
 * the last one, or already in the ledger, also if the same batch is being written concurrently: that transaction is waited for. One
 * that is not new fails the statement, so that the rest of the pipeline is skipped.
 */
export const batchesEntered = (
  tenantId: string,
  batches: readonly LedgerBatch[],
  now: number,
): Statement => ({
  name: 'ingest-ledger',
  text: `
    WITH entered AS (
      INSERT INTO scout.batches (tenant_id, agent_id, batch_no, batch_id, received_at, body_sha256, accepted, rejected, rejections)
      SELECT $1::uuid, agent_id, batch_no, batch_id, $9::timestamptz, body_sha256, accepted, rejected, rejections
      FROM unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::bytea[], $6::integer[], $7::integer[], $8::jsonb[])
        AS batch (agent_id, batch_no, batch_id, body_sha256, accepted, rejected, rejections)
      WHERE batch_no <= ${batchNumberReach} + (SELECT coalesce(max(last.batch_no), 0) FROM scout.batches AS last
        WHERE last.tenant_id = $1 AND last.agent_id = batch.agent_id)
      ORDER BY agent_id, batch_no
      ON CONFLICT (tenant_id, agent_id, batch_no) DO NOTHING
      RETURNING 1
    )
    SELECT 1 / (count(*) = cardinality($2::uuid[]))::int AS all_new, ${SETTINGS_VERSION} AS version FROM entered`,
  values: [
    tenantId,
    batches.map(({ agentId }) => agentId),
    batches.map(({ batchNo }) => batchNo),
    batches.map(({ batchId }) => batchId),
    byteas(batches.map(({ sha256 }) => sha256)),
    batches.map(({ parsed }) => parsed.accepted),
    batches.map(({ parsed }) => parsed.rejected.length),
    batches.map(({ parsed }) => JSON.stringify(parsed.rejected)),
    new Date(now),
  ],
});

/** True for the error of {@link batchesEntered} when a batch is not new. */
export const isNotNew = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === DIVISION_BY_ZERO;

interface LedgerRow {
  readonly agent_id: string;
  readonly batch_no: string;
  /** Null: not in the ledger, because its number is too far ahead. */
  readonly body_sha256: Buffer | null;
  readonly rejections: RejectedLine[];
}

/** Outcomes of those batches that are not new. */
export async function outcomesFromLedger<Batch extends LedgerBatch>(
  client: pg.ClientBase,
  tenantId: string,
  batches: readonly Batch[],
): Promise<Map<Batch, Outcome<IngestAnswer>>> {
  const { rows } = await client.query<LedgerRow>(
    `SELECT agent_id, batch_no, kept.body_sha256, kept.rejections
     FROM unnest($2::uuid[], $3::bigint[]) AS given (agent_id, batch_no)
       LEFT JOIN scout.batches AS kept USING (agent_id, batch_no)
     WHERE kept.tenant_id = $1 OR (kept.tenant_id IS NULL
       AND given.batch_no > ${batchNumberReach} + (SELECT coalesce(max(last.batch_no), 0) FROM scout.batches AS last
         WHERE last.tenant_id = $1 AND last.agent_id = given.agent_id))`,
    [tenantId, batches.map(({ agentId }) => agentId), batches.map(({ batchNo }) => batchNo)],
  );
  const outcomes = new Map<Batch, Outcome<IngestAnswer>>();
  for (const { agent_id, batch_no, ...first } of rows) {
    const batch = batches.find((one) => one.agentId === agent_id && one.batchNo === Number(batch_no));
    if (batch) outcomes.set(batch, repeated(batch, first));
  }
  return outcomes;
}

function repeated(
  batch: LedgerBatch,
  first: Pick<LedgerRow, 'body_sha256' | 'rejections'>,
): Outcome<IngestAnswer> {
  // One batch with such a number would leave the agent without a next one.
  if (first.body_sha256 === null) {
    const message = `Batch ${batch.batchNo} is too far ahead of the last one; the heartbeat response has the next number.`;
    return { error: new Refusal('invalid_batch_number', { message }) };
  }
  if (!first.body_sha256.equals(batch.sha256)) {
    const message = `Batch ${batch.batchNo} was already stored with another body; give this one a new number and send it again.`;
    return { error: new Refusal('batch_conflict', { message }) };
  }
  const { accepted, repeated: known, rejected } = batch.parsed;
  // All lines except those rejected the first time.
  const duplicates = accepted + known + rejected.length - first.rejections.length;
  return { answer: { accepted: 0, duplicates, rejected: first.rejections } };
}
