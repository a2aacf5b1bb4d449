import type { Entry } from './entry.ts';
import { sizeOf } from './entry.ts';
import type { GzipMember } from './gzip.ts';

const BLOCK = 512;
const types = { file: '0', link: '2', directory: '5' } as const;

/** The end-of-archive marker. */
export const tarEnd = Buffer.alloc(2 * BLOCK);

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

/** A header in the POSIX 1988 format (ustar), which every tar supports. `prefix` precedes the entry's path. */
export function tarHeader(entry: Entry, prefix: string, mtime: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const name = `${prefix}${entry.path}${entry.type === 'directory' ? '/' : ''}`;
  if (Buffer.byteLength(name) > 100) throw new RangeError(`${name} is too long for a tar header`);
  header.write(name, 0);
  header.write(octal(entry.mode, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(entry.type === 'file' ? sizeOf(entry) : 0, 11), 124);
  header.write(octal(mtime, 11), 136);
  header.write(' '.repeat(8), 148);
  header.write(types[entry.type], 156);
  if (entry.target !== undefined) header.write(entry.target, 157, 100);
  header.write('ustar\u000000', 257, 'latin1');
  header.write('root', 265);
  header.write('root', 297);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148, 'latin1');
  return header;
}

/** Adds entries to a tar inside a gzip member; {@link tarEnd} ends the archive. */
export async function addToTar(
  gzip: GzipMember,
  entries: readonly Entry[],
  prefix: string,
  mtime: number,
): Promise<void> {
  for (const entry of entries) {
    const header = tarHeader(entry, prefix, mtime);
    const data = entry.content?.data ?? new Uint8Array();
    const padding = Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK);
    if (entry.content?.deflated) {
      await gzip.add(header);
      gzip.addDeflated(data, entry.content.deflated);
      await gzip.add(padding);
    } else {
      await gzip.add(Buffer.concat([header, data, padding]));
    }
  }
}

/** Extracts a file from a tar archive written by npm, with short names only. */
export function fileInTar(tar: Buffer, wanted: string): Buffer {
  for (let at = 0; at + 512 <= tar.length; ) {
    const name = tar.toString('utf8', at, at + 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8) || 0;
    if (name === wanted) return tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`${wanted} is not in the archive`);
}
