import { createHash } from 'node:crypto';
import { type Coding, pack, unpack } from '../runtime/coding.ts';
import type { Position } from './position.ts';

/** An event refused by the agent, because no server would accept it. */
export interface RefusedEvent {
  readonly code: string;
  readonly message: string;
}

/** Events of one source with the source's position after them, committed in one step. */
export interface SealedBatch {
  readonly source: string;
  readonly position: Position | null;
  /** NDJSON with `lines` lines, each ended by a line feed. */
  readonly content: Uint8Array;
  readonly lines: number;
  /** Refused events between the lines, with the reason. */
  readonly refused: readonly RefusedEvent[];
}

/** First part of a batch file: everything known without decompressing the body. */
export interface BatchHeader {
  readonly source: string;
  /** Null in the first part of a split batch: the position follows only with the second. */
  readonly position: Position | null;
  readonly lines: number;
  readonly refused: readonly RefusedEvent[];
  /** ISO 8601. */
  readonly sealed_at: string;
  /** Absent for gzip. */
  readonly coding?: 'zstd';
  /** Length and SHA-256 of the compressed body that follows. */
  readonly body_bytes: number;
  readonly body_sha256: string;
}

/** A batch file whose content has changed. */
export class DamagedBatch extends Error {}

const MAGIC = 'scout-spool 1';
const LINE_FEED = 0x0a;
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/**
 * A batch as a file: `scout-spool 1 <sha256 of the header>`, the header as JSON, the compressed body, the first two ended by a line
 * feed. A batch without lines has no body.
 */
export async function encodeBatch(
  batch: SealedBatch,
  sealedAt: Date,
  coding: Coding,
): Promise<{ header: BatchHeader; parts: Uint8Array[] }> {
  const body = batch.lines === 0 ? Buffer.alloc(0) : await pack(batch.content, coding);
  const header: BatchHeader = {
    source: batch.source,
    position: batch.position,
    lines: batch.lines,
    refused: batch.refused,
    sealed_at: sealedAt.toISOString(),
    ...(coding === 'zstd' && { coding }),
    body_bytes: body.length,
    body_sha256: sha256(body),
  };
  const json = JSON.stringify(header);
  return { header, parts: [Buffer.from(`${MAGIC} ${sha256(json)}\n${json}\n`), body] };
}

/**
 * Reads a batch file's header from the file's first bytes and returns the start of the body. Null when `start` does not contain
 * the complete header.
 * @throws {DamagedBatch}
 */
export function decodeHeader(start: Buffer): { header: BatchHeader; bodyAt: number } | null {
  const first = start.indexOf(LINE_FEED);
  const second = first === -1 ? -1 : start.indexOf(LINE_FEED, first + 1);
  if (second === -1) return null;
  const json = start.subarray(first + 1, second);
  if (start.toString('latin1', 0, first) !== `${MAGIC} ${sha256(json)}`) {
    throw new DamagedBatch('the header is damaged');
  }
  return { header: JSON.parse(json.toString('utf8')) as BatchHeader, bodyAt: second + 1 };
}

/**
 * The compressed body of a complete batch file, verified.
 * @throws {DamagedBatch}
 */
export function decodeBody(file: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const decoded = decodeHeader(file);
  if (decoded === null) throw new DamagedBatch('the header is cut off');
  const body = file.subarray(decoded.bodyAt);
  if (body.length !== decoded.header.body_bytes || sha256(body) !== decoded.header.body_sha256) {
    throw new DamagedBatch('the body is damaged');
  }
  return body;
}

export const codingOf = ({ coding }: BatchHeader): Coding => coding ?? 'gzip';

/**
 * Splits a batch into two, for a server that refuses it as a whole. Only the second has the position and the refusals. Null for a
 * single line.
 */
export async function halve(header: BatchHeader, body: Buffer): Promise<[SealedBatch, SealedBatch] | null> {
  if (header.lines < 2) return null;
  const content = await unpack(body, codingOf(header));
  const firstLines = Math.floor(header.lines / 2);
  let cut = 0;
  for (let line = 0; line < firstLines; line += 1) cut = content.indexOf(LINE_FEED, cut) + 1;
  const { source, position, refused } = header;
  return [
    { source, position: null, content: content.subarray(0, cut), lines: firstLines, refused: [] },
    { source, position, content: content.subarray(cut), lines: header.lines - firstLines, refused },
  ];
}
