import { type Part, totalOf } from './part.ts';

/** A stream of a compound file. */
export interface CompoundStream {
  /** At most 31 UTF-16 units. */
  readonly name: string;
  readonly parts: readonly Part[];
}

const SECTOR = 512;
const SMALL_SECTOR = 64;
/** Streams below this length share sectors. */
const SMALL_STREAM = 4096;
const ENTRY = 128;
const FAT_ENTRIES = SECTOR / 4;
const HEADER_FAT_SECTORS = 109;
const END_OF_CHAIN = 0xfffffffe;
const FREE = 0xffffffff;
const FAT_SECTOR = 0xfffffffd;
const DIFAT_SECTOR = 0xfffffffc;
const NONE = 0xffffffff;

const sectorsOf = (bytes: number, size = SECTOR): number => Math.ceil(bytes / size);
const paddingOf = (bytes: number, size = SECTOR): Buffer => Buffer.alloc((size - (bytes % size)) % size);

function words(values: readonly number[], fill = FREE): Buffer {
  const bytes = Buffer.alloc(sectorsOf(values.length * 4) * SECTOR);
  for (let index = 0; index < bytes.length / 4; index += 1)
    bytes.writeUInt32LE(values[index] ?? fill, index * 4);
  return bytes;
}

/** The order of names in a compound file: by length, then by upper-case code units. */
function compareNames(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  const [left, right] = [a.toUpperCase(), b.toUpperCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Sector chains, in the order in which they are added. */
class Chains {
  readonly next: number[] = [];

  /** Returns the first sector of a chain for so many sectors. */
  add(count: number): number {
    if (count === 0) return END_OF_CHAIN;
    const first = this.next.length;
    for (let index = 1; index < count; index += 1) this.next.push(first + index);
    this.next.push(END_OF_CHAIN);
    return first;
  }
}

interface Placed {
  readonly name: string;
  readonly start: number;
  readonly bytes: number;
}

/**
 * Microsoft's compound file, version 3, with all streams in its root: the container of installer packages.
 * @param classId 16 bytes, of the root
 */
export function compoundFile(classId: Uint8Array, streams: readonly CompoundStream[]): Part[] {
  const sorted = [...streams].sort((a, b) => compareNames(a.name, b.name));
  const chains = new Chains();
  const body: Part[] = [];
  const place = (parts: readonly Part[]): number => {
    const bytes = totalOf(parts);
    body.push(...parts, paddingOf(bytes));
    return chains.add(sectorsOf(bytes));
  };
  const smallChains = new Chains();
  const small: Part[] = [];
  const placed = sorted.map(({ name, parts }): Placed => {
    const bytes = totalOf(parts);
    if (bytes >= SMALL_STREAM) return { name, start: place(parts), bytes };
    small.push(...parts, paddingOf(bytes, SMALL_SECTOR));
    return { name, start: smallChains.add(sectorsOf(bytes, SMALL_SECTOR)), bytes };
  });
  const root: Placed = { name: 'Root Entry', start: place(small), bytes: totalOf(small) };
  const smallFat = place(smallChains.next.length > 0 ? [words(smallChains.next)] : []);
  const directory = place([directoryOf(classId, root, placed)]);
  const { tables, fatSectors, difat } = allocationTables(chains.next);
  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30); // sectors of 512 bytes
  header.writeUInt16LE(6, 32); // small sectors of 64 bytes
  header.writeUInt32LE(fatSectors.length, 44);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(SMALL_STREAM, 56);
  header.writeUInt32LE(smallFat, 60);
  header.writeUInt32LE(sectorsOf(smallChains.next.length * 4), 64);
  header.writeUInt32LE(difat[0] ?? END_OF_CHAIN, 68);
  header.writeUInt32LE(difat.length, 72);
  for (let index = 0; index < HEADER_FAT_SECTORS; index += 1)
    header.writeUInt32LE(fatSectors[index] ?? FREE, 76 + index * 4);
  return [header, ...body, tables];
}

/** The tables that chain all sectors, their own included; they end the file. */
function allocationTables(next: readonly number[]): {
  tables: Buffer;
  fatSectors: number[];
  difat: number[];
} {
  const used = next.length;
  let fatCount = 0;
  let difatCount = 0;
  for (;;) {
    const fat = sectorsOf((used + fatCount + difatCount) * 4);
    const beyond = Math.max(0, fat - HEADER_FAT_SECTORS);
    const more = Math.ceil(beyond / (FAT_ENTRIES - 1));
    if (fat === fatCount && more === difatCount) break;
    [fatCount, difatCount] = [fat, more];
  }
  const fatSectors = Array.from({ length: fatCount }, (_, index) => used + index);
  const difat = Array.from({ length: difatCount }, (_, index) => used + fatCount + index);
  const fat = words([...next, ...fatSectors.map(() => FAT_SECTOR), ...difat.map(() => DIFAT_SECTOR)]);
  const lists = difat.map((_, index) => {
    const from = HEADER_FAT_SECTORS + index * (FAT_ENTRIES - 1);
    const listed = fatSectors.slice(from, from + FAT_ENTRIES - 1);
    while (listed.length < FAT_ENTRIES - 1) listed.push(FREE);
    return words([...listed, difat[index + 1] ?? END_OF_CHAIN]);
  });
  return { tables: Buffer.concat([fat, ...lists]), fatSectors, difat };
}

/** The directory: the root, and the streams as a balanced red-black tree. */
function directoryOf(classId: Uint8Array, root: Placed, streams: readonly Placed[]): Buffer {
  const bytes = Buffer.alloc(sectorsOf((streams.length + 1) * ENTRY) * SECTOR);
  for (let at = 0; at < bytes.length; at += ENTRY)
    for (const link of [68, 72, 76]) bytes.writeUInt32LE(NONE, at + link);
  const write = (at: number, { name, start, bytes: size }: Placed, type: number): void => {
    bytes.write(name, at, 'utf16le');
    bytes.writeUInt16LE((name.length + 1) * 2, at + 64);
    bytes.writeUInt8(type, at + 66);
    bytes.writeUInt8(1, at + 67); // black
    bytes.writeUInt32LE(size === 0 ? END_OF_CHAIN : start, at + 116);
    bytes.writeUInt32LE(size, at + 120);
  };
  write(0, root, 5);
  Buffer.from(classId).copy(bytes, 80);
  streams.forEach((stream, index) => {
    write((index + 1) * ENTRY, stream, 2);
  });
  // Every level but the last is full: with red nodes only there, all paths have as many black ones.
  const fullLevels = Math.floor(Math.log2(streams.length + 1));
  const link = (from: number, to: number, level: number): number => {
    if (from >= to) return NONE;
    const middle = (from + to) >> 1;
    const at = (middle + 1) * ENTRY;
    if (level >= fullLevels) bytes.writeUInt8(0, at + 67);
    bytes.writeUInt32LE(link(from, middle, level + 1), at + 68);
    bytes.writeUInt32LE(link(middle + 1, to, level + 1), at + 72);
    return middle + 1;
  };
  bytes.writeUInt32LE(link(0, streams.length, 0), 76);
  return bytes;
}
