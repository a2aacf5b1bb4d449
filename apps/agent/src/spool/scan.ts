import { join } from 'node:path';
import { TEMPORARY } from '../runtime/atomicWrite.ts';
import type { DurableFs } from '../runtime/durableFs.ts';
import { type BatchHeader, DamagedBatch, decodeHeader } from './batchFile.ts';

/** A batch in the spool folder that waits for acknowledgment. */
export interface SpooledBatch {
  /** File name without its extension; sorts in sending order. */
  readonly name: string;
  readonly header: BatchHeader;
  /** Size on disk. */
  readonly bytes: number;
}

const ENDING = '.batch';
const DIGITS = 12;
const BLOCK_BYTES = 4096;
/** Larger than most headers; a longer one is read with the whole file. */
const HEADER_GUESS_BYTES = 16 * 1024;

/** Name of the `sequence`-th batch. The halves of a split batch append `a` and `b`, and so sort in its place. */
export const batchName = (sequence: number): string => String(sequence).padStart(DIGITS, '0');
export const batchFileName = (name: string): string => `${name}${ENDING}`;

/** The number in a batch's name; 0 for ''. */
export const sequenceOf = (name: string): number => Number(name.slice(0, DIGITS));

/** Disk space of a file of `bytes` bytes. */
export const sizeOnDisk = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;

/** Number of events represented by a batch. */
export const eventsOf = (header: BatchHeader): number => header.lines + header.refused.length;

async function readHeader(fs: DurableFs, path: string): Promise<{ header: BatchHeader; bytes: number }> {
  const bytes = await fs.size(path);
  const decoded =
    decodeHeader(await fs.readStart(path, HEADER_GUESS_BYTES)) ?? decodeHeader(await fs.readFile(path));
  if (decoded === null) throw new DamagedBatch('the header is cut off');
  if (decoded.bodyAt + decoded.header.body_bytes !== bytes) throw new DamagedBatch('the body is cut off');
  return { header: decoded.header, bytes: sizeOnDisk(bytes) };
}

/** The content of a spool folder, possibly left by a crash at any step. */
export interface Scan {
  /** In sending order. */
  readonly batches: SpooledBatch[];
  /** Files to remove: incomplete, already acknowledged, or halves of an incomplete split. */
  readonly leftovers: string[];
  readonly damaged: { name: string; reason: string }[];
  readonly lastSequence: number;
}

/** Sorts the files of a spool folder. `acknowledged` is the name of the last acknowledged batch. */
export async function scanBatches(fs: DurableFs, folder: string, acknowledged: string): Promise<Scan> {
  const files = (await fs.list(folder)).sort();
  const names = files.filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length));
  const present = new Set(names);
  // While the whole batch exists, its halves are ignored.
  const wholeIsPresent = (name: string): boolean =>
    Array.from(name.slice(DIGITS)).some((_, index) => present.has(name.slice(0, DIGITS + index)));

  const scan: Scan = {
    batches: [],
    leftovers: files.filter((file) => file.endsWith(TEMPORARY)),
    damaged: [],
    lastSequence: Math.max(0, ...names.slice(-1).map(sequenceOf)),
  };
  for (const name of names) {
    if (name <= acknowledged || wholeIsPresent(name)) {
      scan.leftovers.push(batchFileName(name));
      continue;
    }
    try {
      scan.batches.push({ name, ...(await readHeader(fs, join(folder, batchFileName(name)))) });
    } catch (error) {
      if (error instanceof DamagedBatch) scan.damaged.push({ name, reason: error.message });
      // Acknowledged while `status` was reading.
      else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return scan;
}
