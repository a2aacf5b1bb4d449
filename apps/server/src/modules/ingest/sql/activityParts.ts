import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Statement } from '../../../platform/database/pipeline.ts';
import { byteas } from './byteas.ts';

/** Folded activity of one hour, counted since 1970, as stored. */
export interface ActivityPart {
  readonly hour: number;
  /** zstd of its text. */
  readonly body: Buffer;
}

/** Levels of zstd: while a batch waits, and in the background. */
const LEVELS = { batch: 1, merged: 12 } as const;

/** Compresses the text of an hour. */
export const packPart = (text: string, of: keyof typeof LEVELS): Buffer =>
  zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: LEVELS[of] } });

/** Compresses texts of hours of one batch. */
export const packParts = (parts: readonly { hour: number; body: string }[]): ActivityPart[] =>
  parts.map(({ hour, body }) => ({ hour, body: packPart(body, 'batch') }));

/** The part of one batch. */
export interface PartOfBatch extends ActivityPart {
  readonly batchId: string;
}

/** Adds parts of batches; existing ones are unchanged. @param now epoch milliseconds */
export const partsInserted = (tenantId: string, parts: readonly PartOfBatch[], now: number): Statement => ({
  name: 'ingest-activity',
  text: `INSERT INTO scout.activity_parts (tenant_id, hour, batch_id, body, stored_at)
    SELECT $1, to_timestamp(hour * 3600), batch_id, body, $5::timestamptz
    FROM unnest($2::uuid[], $3::float8[], $4::bytea[]) AS part (batch_id, hour, body)
    ON CONFLICT DO NOTHING`,
  values: [
    tenantId,
    parts.map(({ batchId }) => batchId),
    parts.map(({ hour }) => hour),
    byteas(parts.map(({ body }) => body)),
    new Date(now),
  ],
});

/** The text of a stored part. */
export const unpackPart = (body: Buffer): string => zstdDecompressSync(body).toString();
