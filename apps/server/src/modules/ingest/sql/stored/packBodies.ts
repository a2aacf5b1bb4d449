import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { limits } from '@scout/contract';
import type pg from 'pg';
import { withRole } from '../../../../platform/database/pool.ts';
import type { StepResult } from '../../../../platform/jobs/steps.ts';
import { decompress } from '../../decompress.ts';
import type { BodyEncoding } from '../../unpack.ts';

const compress = promisify(zstdCompress);

/** Level of zstd: packing runs in the background, and every level is read equally fast. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 9 } };
/** Maximum bytes of bodies in a frame as they came, except for a single larger one: half a megabyte of lines, read in 2 ms. */
const FRAME_BYTES = 48 * 1024;
/** Maximum batches of a frame. */
const FRAME_BATCHES = 500;
const NEWLINE = 0x0a;

interface StoredBody {
  readonly batch_id: string;
  readonly received_at: Date;
  readonly encoding: BodyEncoding;
  readonly body: Buffer;
}

/**
 * Packs some of an organization's bodies from before a time: the next by batch id that were received on one day, in one frame.
 * Small batches repeat in it what they have in common. Safe in any number of processes.
 */
export function packBodiesStep(pool: pg.Pool, tenantId: string, before: Date): Promise<StepResult> {
  return withRole(pool, { role: 'scout_judge', tenantId }, async (_tx, client) => {
    const bodies = await nextBodies(client, tenantId, before);
    if (bodies.length === 0) return 'done';
    const { frame, firstLines } = await frameOf(bodies);
    const { rows } = await client.query<{ packed: boolean }>(
      'SELECT scout.pack_bodies($1, $2, $3, $4) AS packed',
      [
        bodies.map(({ batch_id }) => batch_id),
        bodies.map(({ received_at }) => received_at),
        firstLines,
        frame,
      ],
    );
    return rows[0]!.packed ? 'more' : 'idle';
  });
}

async function nextBodies(client: pg.ClientBase, tenantId: string, before: Date): Promise<StoredBody[]> {
  const { rows } = await client.query<StoredBody>(
    `WITH next AS (
       SELECT batch_id, received_at, octet_length(body) AS bytes FROM scout.batch_bodies
       WHERE tenant_id = $1 AND received_at < $2 ORDER BY batch_id LIMIT ${FRAME_BATCHES}
     ), summed AS (
       SELECT batch_id, received_at, sum(bytes) OVER chosen AS bytes, row_number() OVER chosen AS place,
         date_trunc('day', received_at, 'UTC') = date_trunc('day', first_value(received_at) OVER chosen, 'UTC') AS is_of_day
       FROM next WINDOW chosen AS (ORDER BY batch_id)
     ), ended AS (
       SELECT coalesce(min(place), ${FRAME_BATCHES} + 1) AS place FROM summed WHERE NOT is_of_day OR bytes > $3 AND place > 1
     )
     SELECT b.batch_id, b.received_at, b.encoding, b.body FROM summed s, ended e, scout.batch_bodies b
     WHERE s.place < e.place AND b.tenant_id = $1 AND b.batch_id = s.batch_id AND b.received_at = s.received_at
     ORDER BY b.batch_id`,
    [tenantId, before, FRAME_BYTES],
  );
  return rows;
}

/** The lines of all bodies in one zstd frame, and the number of each body's first line. @throws Error for a damaged body */
async function frameOf(bodies: readonly StoredBody[]): Promise<{ frame: Buffer; firstLines: number[] }> {
  const pieces: Uint8Array[] = [];
  const firstLines: number[] = [];
  let lines = 0;
  for (const { body, encoding, batch_id } of bodies) {
    const text = encoding === 'identity' ? body : await unpacked(body, encoding, batch_id);
    const former = pieces.at(-1);
    if (former !== undefined && former.at(-1) !== NEWLINE) {
      pieces.push(Buffer.of(NEWLINE));
      lines += 1;
    }
    firstLines.push(lines);
    // An empty piece has no last line to end.
    if (text.length > 0) pieces.push(text);
    for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) lines += 1;
  }
  const whole = Buffer.concat(pieces);
  // Without lines there is nothing to find in it.
  if (whole.length === 0) return { frame: whole, firstLines };
  const frame = await compress(whole, LEVEL);
  const again = await decompress(frame, 'zstd', { chunk: whole.length + 1, most: whole.length + 1 });
  if (typeof again === 'string' || !whole.equals(again))
    throw new Error('A frame does not unpack to its lines');
  return { frame, firstLines };
}

async function unpacked(body: Buffer, encoding: 'gzip' | 'zstd', batchId: string): Promise<Uint8Array> {
  const most = limits.ingest.decompressedBytes;
  const text = await decompress(body, encoding, { chunk: 64 * 1024, most });
  if (typeof text === 'string') throw new Error(`The body of batch ${batchId} cannot be unpacked: ${text}`);
  return text;
}
