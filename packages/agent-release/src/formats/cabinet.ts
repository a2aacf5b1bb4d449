import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** A file of a cabinet. */
export interface CabinetFile {
  readonly name: string;
  readonly data: Uint8Array;
}

const BLOCK = 32 * 1024;
const MSZIP = 1;
const ARCHIVE = 0x20;

/** MS-DOS date and time in UTC, with two seconds' precision. */
function dosTime(mtime: number): { date: number; time: number } {
  const at = new Date(mtime * 1000);
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

/** The exclusive or of little-endian words; the bytes of a last, incomplete one count from its highest. */
export function cabinetChecksum(data: Buffer, seed = 0): number {
  let sum = seed;
  const whole = data.length - (data.length % 4);
  for (let at = 0; at < whole; at += 4) sum ^= data.readInt32LE(at);
  let rest = 0;
  for (let at = whole; at < data.length; at += 1) rest = (rest << 8) | data[at]!;
  return (sum ^ rest) >>> 0;
}

/** A block: deflated with the block before it as dictionary, which readers keep. */
async function blockOf(data: Uint8Array, at: number, level: number): Promise<Buffer> {
  const content = data.subarray(at, at + BLOCK);
  const before = data.subarray(Math.max(0, at - BLOCK), at);
  const deflated = await deflate(content, { level, ...(before.length > 0 && { dictionary: before }) });
  const packed = Buffer.concat([Buffer.from('CK'), deflated]);
  const head = Buffer.alloc(8);
  head.writeUInt16LE(packed.length, 4);
  head.writeUInt16LE(content.length, 6);
  head.writeUInt32LE(cabinetChecksum(head.subarray(4), cabinetChecksum(packed)), 0);
  return Buffer.concat([head, packed]);
}

/**
 * A cabinet of one folder, compressed with MSZIP.
 * @param mtime seconds since the epoch: the time of every file
 */
export async function cabinet(files: readonly CabinetFile[], mtime: number, level = 6): Promise<Buffer> {
  const content = Buffer.concat(files.map(({ data }) => data));
  const starts = Array.from({ length: Math.ceil(content.length / BLOCK) }, (_, index) => index * BLOCK);
  const blocks = await Promise.all(starts.map((at) => blockOf(content, at, level)));
  const { date, time } = dosTime(mtime);
  let from = 0;
  const entries = files.map(({ name, data }) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(data.length, 0);
    entry.writeUInt32LE(from, 4);
    entry.writeUInt16LE(date, 10);
    entry.writeUInt16LE(time, 12);
    entry.writeUInt16LE(ARCHIVE, 14);
    from += data.length;
    return Buffer.concat([entry, Buffer.from(`${name}\0`, 'latin1')]);
  });
  const list = Buffer.concat(entries);
  const header = Buffer.alloc(44);
  const blocksAt = header.length + list.length;
  header.write('MSCF', 0, 'latin1');
  header.writeUInt32LE(blocksAt + blocks.reduce((sum, block) => sum + block.length, 0), 8);
  header.writeUInt32LE(header.length, 16);
  header.writeUInt8(3, 24);
  header.writeUInt8(1, 25);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(files.length, 28);
  header.writeUInt32LE(blocksAt, 36);
  header.writeUInt16LE(blocks.length, 40);
  header.writeUInt16LE(MSZIP, 42);
  return Buffer.concat([header, list, ...blocks]);
}
