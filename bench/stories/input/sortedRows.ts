import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { eventTime, type NormalisedRow, normaliseValue } from '@scout/detection';

/** Maximum length of a line; a longer one is not an event. */
const LINE_LIMIT = 16 * 1024 * 1024;
const NEWLINE = 0x0a;
/** Block size for reading an already sorted file. */
const BLOCK = 1024 * 1024;
/** Files may hold events of any year: no time is rejected as future. */
const NOW = Number.POSITIVE_INFINITY;

/** The rows of a file in order of time, and statistics on the rest. */
export type SortedRows = {
  /** Number of lines that are rows. */
  count: number;
  /** Number of other lines, by reason. */
  rejected: Map<string, number>;
  /** Rows without a record id, which alerts cannot name. */
  withoutId: number;
  rows(): Generator<NormalisedRow>;
};

/** Offsets and event times of a file's lines: 28 bytes per line, so that five million need 140 MB. */
type Index = {
  time: Float64Array;
  id: BigInt64Array;
  offset: Float64Array;
  length: Uint32Array;
  count: number;
};

/**
 * Opens an NDJSON file of flat rows. One pass finds each line's time and record id; `rows` reads them in that order, independent
 * of the file's order and size. At equal times the smaller record id comes first.
 *
 * @param progress called periodically with the number of rows read
 * @throws Error when the file cannot be read or a line is longer than 16 MiB
 */
export async function openSortedRows(
  path: string,
  progress: (rows: number) => void = () => {},
): Promise<SortedRows> {
  const rejected = new Map<string, number>();
  const index = createIndex();
  let withoutId = 0;
  for await (const { text, offset, length } of linesOf(path)) {
    if (text.trim() === '') continue;
    const result = parse(text);
    if (!result.ok) {
      rejected.set(result.reason, (rejected.get(result.reason) ?? 0) + 1);
      continue;
    }
    if (result.row.record_id === null) withoutId += 1;
    add(index, eventTime(result.row)!, result.row.record_id, offset, length);
    if (index.count % 20_000 === 0) progress(index.count);
  }
  const order = orderOf(index);
  return { count: index.count, rejected, withoutId, rows: () => readInOrder(path, index, order) };
}

function parse(text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return { ok: false as const, reason: 'not_json' };
  }
  const result = normaliseValue(value, NOW);
  return result.ok ? result : { ok: false as const, reason: result.code as string };
}

async function* linesOf(path: string) {
  let rest: Buffer = Buffer.alloc(0);
  let start = 0;
  for await (const block of createReadStream(path, { highWaterMark: BLOCK })) {
    const bytes = rest.length === 0 ? (block as Buffer) : Buffer.concat([rest, block as Buffer]);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      yield { text: bytes.toString('utf8', from, end), offset: start + from, length: end - from };
      from = end + 1;
    }
    rest = bytes.subarray(from);
    start += from;
    if (rest.length > LINE_LIMIT) throw new Error(`A line of ${path} is longer than ${LINE_LIMIT} bytes`);
  }
  if (rest.length > 0) yield { text: rest.toString('utf8'), offset: start, length: rest.length };
}

function createIndex(): Index {
  return { ...arraysOf(1 << 16), count: 0 };
}

function arraysOf(size: number) {
  return {
    time: new Float64Array(size),
    id: new BigInt64Array(size),
    offset: new Float64Array(size),
    length: new Uint32Array(size),
  };
}

function add(index: Index, time: number, id: string | null, offset: number, length: number): void {
  const at = index.count;
  if (at === index.time.length) {
    const { time, id, offset, length } = arraysOf(at * 2);
    time.set(index.time);
    id.set(index.id);
    offset.set(index.offset);
    length.set(index.length);
    Object.assign(index, { time, id, offset, length });
  }
  index.time[at] = time;
  index.id[at] = id === null ? -1n : BigInt(id);
  index.offset[at] = offset;
  index.length[at] = length;
  index.count += 1;
}

/** Positions in the index by time, then record id, then position in the file. */
function orderOf({ time, id, count }: Index): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  return order.sort((a, b) => {
    if (time[a] !== time[b]) return time[a]! - time[b]!;
    return id[a] === id[b] ? a - b : id[a]! < id[b]! ? -1 : 1;
  });
}

/** Reads one line at a time, or a block if the following lines are adjacent, as in a sorted file. */
function* readInOrder(path: string, index: Index, order: Uint32Array): Generator<NormalisedRow> {
  const file = openSync(path, 'r');
  try {
    let block = Buffer.alloc(BLOCK);
    let blockStart = 0;
    let filled = 0;
    let expected = -1;
    for (const place of order) {
      const offset = index.offset[place]!;
      const length = index.length[place]!;
      if (offset < blockStart || offset + length > blockStart + filled) {
        const size = offset === expected ? Math.max(BLOCK, length) : length;
        if (size > block.length) block = Buffer.alloc(size);
        blockStart = offset;
        filled = readSync(file, block, 0, size, offset);
      }
      expected = offset + length + 1;
      const result = parse(block.toString('utf8', offset - blockStart, offset - blockStart + length));
      if (!result.ok) throw new Error(`${path} was changed while it was read`);
      yield result.row;
    }
  } finally {
    closeSync(file);
  }
}
