import { createHash } from 'node:crypto';
import { limits } from '@scout/contract/limits';
import type { NormalisedRow } from '@scout/detection';
import { createEventRows } from '../events.ts';
import { createIncidentRows } from '../incidents.ts';
import type { VersionedNaming } from '../naming.ts';
import { type BatchIdentity, type ParsedBatch, type ParseOptions, parseBatch } from '../parseBatch.ts';
import { releaseMemory } from '../readBody.ts';
import { redactBody } from '../redactBody.ts';
import { createSlices, type Slice } from '../slices.ts';
import type { BodyEncoding, Unpacker } from '../unpack.ts';

/** A batch with its body as received. */
export interface ToRead {
  readonly identity: BatchIdentity;
  readonly encoding: BodyEncoding;
  readonly body: Buffer;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Means of reading, and calls meanwhile. */
export interface Reading {
  readonly named: Pick<VersionedNaming, 'naming'>;
  /** Aborted when its sender has gone: then reading ends with its reason. */
  readonly gone: Pick<AbortSignal, 'throwIfAborted'>;
  /** Only for an agent that may repeat events: those that it has sent before, of these times in epoch milliseconds. */
  readonly sentBefore?: ((times: ReadonlySet<number>) => Promise<StoredBefore>) | undefined;
  readonly onFault: ParseOptions['onFault'];
  /** Called with the milliseconds of processor time used, also before an error. */
  readonly onUsed: (processorMs: number) => void;
}

interface StoredBefore {
  takes(time: number, row: NormalisedRow): boolean;
}

/** A batch, ready to be stored. */
export interface ReadBatch {
  /** Of the unpacked body. */
  readonly sha256: Buffer;
  readonly parsed: ParsedBatch;
  /** As received, or as gzip without the secrets in it. */
  readonly body: Buffer;
  readonly encoding: BodyEncoding;
  readonly unpackedBytes: number;
}

export interface Reader<Given = Reading> {
  /**
   * Unpacks and parses a body, and removes secrets from it.
   * @throws Refusal `body_too_large`, `truncated_body`, `not_gzip`, or the reason of `gone`
   */
  read(batch: ToRead, reading: Given): Promise<ReadBatch>;
}

/** Reads in the calling thread, in slices. */
export function createLocalReader(unpacker: Unpacker): Reader {
  const slices = createSlices();
  return {
    async read(batch, reading) {
      let usedMs = 0;
      try {
        const text = await unpacker.unpack(batch.body, batch.encoding, limits.ingest.decompressedBytes);
        reading.gone.throwIfAborted();
        const slice = slices.begin(batch.identity.tenantId, reading.gone);
        try {
          return await readText(text, batch, reading, slice);
        } finally {
          slice.stop();
          usedMs = slice.usedMs;
        }
      } finally {
        reading.onUsed(usedMs);
      }
    },
  };
}

async function readText(
  text: Buffer,
  { identity, body, encoding, now }: ToRead,
  { named, sentBefore, onFault }: Reading,
  slice: Slice,
): Promise<ReadBatch> {
  const parse = (wasSent?: ParseOptions['wasSent']) =>
    parseBatch(text, {
      slice,
      events: createEventRows(identity, text.length),
      incidents: createIncidentRows(identity),
      naming: named.naming,
      wasSent,
      limits: limits.ingest,
      now,
      onFault,
    });
  let wasSent: ParseOptions['wasSent'];
  if (sentBefore !== undefined) {
    const times = new Set<number>();
    await parse((time) => {
      times.add(time);
      return true;
    });
    slice.stop();
    const stored = await sentBefore(times);
    await slice.next();
    wasSent = (time, row) => stored.takes(time, row);
  }
  const { redacted, ...parsed } = await parse(wasSent);
  const sha256 = await digestOf(text, slice);
  slice.stop();
  const toStore =
    redacted.size > 0
      ? ({ body: await redactBody(text, redacted), encoding: 'gzip' } as const)
      : { body, encoding };
  const unpackedBytes = text.length;
  // An uncompressed body may still be needed unchanged.
  if (text !== body) releaseMemory(text);
  return { sha256, parsed, unpackedBytes, ...toStore };
}

/** Bytes hashed between two checks of the clock: 0.2 ms. */
const HASHED_AT_ONCE = 256 * 1024;

/** SHA-256 in slices: the asynchronous digest first copies the whole body, which blocked everything else for 30 ms. */
async function digestOf(text: Buffer, slice: Slice): Promise<Buffer> {
  const hash = createHash('sha256');
  for (let at = 0; at < text.length; at += HASHED_AT_ONCE) {
    if (slice.isOver) await slice.next();
    hash.update(text.subarray(at, at + HASHED_AT_ONCE));
  }
  return hash.digest();
}
