import { type Entry, fullMode, sizeOf } from './entry.ts';
import type { GzipMember } from './gzip.ts';

const hex = (value: number): string => value.toString(16).padStart(8, '0');
const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
const fill = (bytes: number): string => '\0'.repeat((4 - (bytes % 4)) % 4);

/** Header format, and padding of names and contents to four bytes. */
interface Dialect {
  header(name: string, entry: Entry | null, inode: number, mtime: number): string;
  readonly aligned: boolean;
}

/** "newc", used by rpm. */
const newc: Dialect = {
  aligned: true,
  header(name, entry, inode, mtime) {
    const fields = [
      inode,
      entry ? fullMode(entry) : 0,
      0, // uid
      0, // gid
      1, // links
      mtime,
      entry && entry.type !== 'directory' ? sizeOf(entry) : 0,
      0, // device
      0,
      0,
      0,
      Buffer.byteLength(name) + 1,
      0, // checksum, unused here
    ];
    const head = `070701${fields.map(hex).join('')}${name}\0`;
    return head + fill(Buffer.byteLength(head));
  },
};

/** "odc", the old portable form, used by macOS packages. */
const odc: Dialect = {
  aligned: false,
  header(name, entry, inode, mtime) {
    const size = entry && entry.type !== 'directory' ? sizeOf(entry) : 0;
    const mode = entry ? fullMode(entry) : 0;
    const fields: [number, number][] = [
      [0, 6],
      [inode, 6],
      [mode, 6],
      [0, 6],
      [0, 6],
      [1, 6],
      [0, 6],
      [mtime, 11],
      [Buffer.byteLength(name) + 1, 6],
      [size, 11],
    ];
    return `070707${fields.map(([value, digits]) => octal(value, digits)).join('')}${name}\0`;
  },
};

export const dialects = { newc, odc } as const;

/** Adds entries to a cpio archive inside a gzip member. Inodes count from `firstInode`. */
export async function addToCpio(
  gzip: GzipMember,
  dialect: Dialect,
  entries: readonly Entry[],
  mtime: number,
  firstInode = 1,
): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    const name = `.${entry.path === '/' ? '' : entry.path}`;
    const header = Buffer.from(dialect.header(name, entry, firstInode + index, mtime));
    const data = entry.type === 'link' ? Buffer.from(entry.target ?? '') : entry.content?.data;
    const padding = Buffer.from(dialect.aligned ? fill(data?.length ?? 0) : '');
    if (entry.content?.deflated) {
      await gzip.add(header);
      gzip.addDeflated(entry.content.data, entry.content.deflated);
      await gzip.add(padding);
    } else {
      await gzip.add(Buffer.concat([header, data ?? Buffer.alloc(0), padding]));
    }
  }
}

/** The end-of-archive marker. */
export const cpioEnd = (dialect: Dialect): Buffer => Buffer.from(dialect.header('TRAILER!!!', null, 0, 0));
