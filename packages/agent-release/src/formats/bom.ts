import { type Entry, fullMode, sizeOf } from './entry.ts';

/** CRC table of POSIX `cksum`. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});

/** The checksum of POSIX `cksum`. */
export function cksum(data: Uint8Array): number {
  let crc = 0;
  for (let index = 0; index < data.length; index += 1) {
    crc = ((crc << 8) ^ table[((crc >>> 24) ^ data[index]!) & 0xff]!) >>> 0;
  }
  for (let length = data.length; length > 0; length = Math.floor(length / 256)) {
    crc = ((crc << 8) ^ table[((crc >>> 24) ^ length) & 0xff]!) >>> 0;
  }
  return ~crc >>> 0;
}

const u8 = (value: number): Buffer => Buffer.from([value]);
const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

/** A store of numbered blocks, some of them with names: the container of Apple's "bill of materials". */
class BlockStore {
  readonly #blocks: Buffer[] = [];
  readonly #names: [string, number][] = [];

  add(block: Buffer): number {
    return this.#blocks.push(block);
  }

  name(name: string, block: number): void {
    this.#names.push([name, block]);
  }

  /** A tree of one page. */
  tree(pairs: readonly [key: number, value: number][], pageSize: number): number {
    const page = Buffer.alloc(Math.max(pageSize, 12 + pairs.length * 8));
    u16(1).copy(page);
    u16(pairs.length).copy(page, 2);
    for (const [index, pair] of pairs.entries()) u32(...pair).copy(page, 12 + index * 8);
    const root = this.add(page);
    return this.add(Buffer.concat([Buffer.from('tree'), u32(1, root, pageSize, pairs.length), u8(0)]));
  }

  toBuffer(): Buffer {
    let at = 512;
    const pointers = [u32(0, 0)];
    for (const block of this.#blocks) {
      pointers.push(u32(at, block.length));
      at += block.length;
    }
    const names = this.#names.map(([name, index]) =>
      Buffer.concat([u32(index), u8(Buffer.byteLength(name)), Buffer.from(name)]),
    );
    const vars = Buffer.concat([u32(names.length), ...names]);
    // The list of blocks, followed by the list of free ones: none, with two empty slots.
    const index = Buffer.concat([u32(pointers.length), ...pointers, u32(0), u32(0, 0, 0, 0)]);
    const header = Buffer.concat([
      Buffer.from('BOMStore'),
      u32(1, this.#blocks.length, at + vars.length, index.length, at, vars.length),
    ]);
    return Buffer.concat([header, Buffer.alloc(512 - header.length), ...this.#blocks, vars, index]);
  }
}

/** The entry of one path in a bill of materials; `checksum` as computed by `cksum`. */
function metadata(entry: Entry, mtime: number): Buffer {
  const kind = { file: 1, directory: 2, link: 3 }[entry.type];
  const head = [u8(kind), u8(1), u16(0x000f), u16(fullMode(entry)), u32(0, 0, mtime, sizeOf(entry)), u8(1)];
  if (entry.type === 'file') head.push(u32(cksum(entry.content?.data ?? Buffer.alloc(0))));
  if (entry.type === 'link') {
    const target = Buffer.from(entry.target ?? '');
    head.push(u32(cksum(target), target.length + 1), target, u8(0));
  }
  return Buffer.concat([...head, Buffer.alloc(8)]);
}

/** The bill of materials of a macOS package. `entries` begin with the root, and every folder precedes its content. */
export function bom(entries: readonly Entry[], mtime: number): Buffer {
  const store = new BlockStore();
  const total = entries.reduce((sum, entry) => sum + (entry.type === 'file' ? sizeOf(entry) : 0), 0);
  store.name('BomInfo', store.add(u32(1, entries.length, 1, 0, 0, total, 0)));
  const numbers = new Map(entries.map(({ path }, index) => [path, index + 1]));
  const pairs = entries.map((entry, index): [number, number] => {
    const cut = entry.path.lastIndexOf('/');
    const parent = entry.path === '/' ? 0 : numbers.get(entry.path.slice(0, cut) || '/');
    if (parent === undefined) throw new RangeError(`${entry.path} comes before its folder`);
    const name = entry.path === '/' ? '.' : entry.path.slice(cut + 1);
    return [
      store.add(u32(index + 1, store.add(metadata(entry, mtime)))),
      store.add(Buffer.concat([u32(parent), Buffer.from(name), u8(0)])),
    ];
  });
  store.name('Paths', store.tree(pairs, 4096));
  store.name('HLIndex', store.tree([], 4096));
  const virtual = store.tree([], 128);
  store.name('VIndex', store.add(Buffer.concat([u32(1, virtual, 0), u8(0)])));
  store.name('Size64', store.tree([], 128));
  return store.toBuffer();
}
