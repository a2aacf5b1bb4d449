import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type pg from 'pg';

/** Folded activity of one hour, counted since 1970, as text. */
export interface ActivityPart {
  readonly hour: number;
  readonly body: string;
}

const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Rows of an earlier version hold plain JSON. */
const BRACE = 0x7b;

/** Adds the parts of a batch; one of an hour that is there already is left as it is. */
export async function insertParts(
  client: pg.ClientBase,
  { tenantId, batchId }: { tenantId: string; batchId: string },
  parts: readonly ActivityPart[],
): Promise<void> {
  if (parts.length === 0) return;
  await client.query({
    name: 'ingest-activity',
    text: `INSERT INTO scout.activity_parts (tenant_id, hour, batch_id, body)
      SELECT $1, to_timestamp(hour * 3600), $2, body FROM unnest($3::float8[], $4::bytea[]) AS part (hour, body)
      ON CONFLICT DO NOTHING`,
    values: [
      tenantId,
      batchId,
      parts.map(({ hour }) => hour),
      parts.map(({ body }) => zstdCompressSync(body, FASTEST)),
    ],
  });
}

/** The text of a stored part. */
export const unpackPart = (body: Buffer): string =>
  (body[0] === BRACE ? body : zstdDecompressSync(body)).toString();
