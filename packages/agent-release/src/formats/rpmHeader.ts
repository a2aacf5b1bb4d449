/** Types of rpm header values. */
const types = { int16: 3, int32: 4, string: 6, bin: 7, strings: 8, i18n: 9 } as const;

export type HeaderValue =
  | { readonly type: 'int16' | 'int32'; readonly value: readonly number[] }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'strings' | 'i18n'; readonly value: readonly string[] };

export const int16 = (value: readonly number[]): HeaderValue => ({ type: 'int16', value });
export const int32 = (...value: number[]): HeaderValue => ({ type: 'int32', value });
export const string = (value: string): HeaderValue => ({ type: 'string', value });
export const strings = (...value: string[]): HeaderValue => ({ type: 'strings', value });
export const i18n = (value: string): HeaderValue => ({ type: 'i18n', value: [value] });

/** Tags of the regions that mark the signed part of a header: all of it. */
export const regions = { signature: 62, immutable: 63 } as const;

function encode(value: HeaderValue): { count: number; align: number; bytes: Buffer } {
  switch (value.type) {
    case 'int16':
    case 'int32': {
      const width = value.type === 'int16' ? 2 : 4;
      const bytes = Buffer.alloc(value.value.length * width);
      for (const [index, number] of value.value.entries()) bytes.writeUIntBE(number, index * width, width);
      return { count: value.value.length, align: width, bytes };
    }
    case 'string':
      return { count: 1, align: 1, bytes: Buffer.from(`${value.value}\0`) };
    default:
      return {
        count: value.value.length,
        align: 1,
        bytes: Buffer.from(value.value.map((text) => `${text}\0`).join('')),
      };
  }
}

const indexEntry = (tag: number, type: number, offset: number, count: number): Buffer => {
  const entry = Buffer.alloc(16);
  entry.writeUInt32BE(tag, 0);
  entry.writeUInt32BE(type, 4);
  entry.writeInt32BE(offset, 8);
  entry.writeUInt32BE(count, 12);
  return entry;
};

/** A header section: magic, index, data, with a region that covers all of it. */
export function rpmHeader(region: number, values: ReadonlyMap<number, HeaderValue>): Buffer {
  const index: Buffer[] = [];
  const store: Buffer[] = [];
  let size = 0;
  for (const [tag, value] of [...values].sort(([a], [b]) => a - b)) {
    const { count, align, bytes } = encode(value);
    const gap = (align - (size % align)) % align;
    store.push(Buffer.alloc(gap), bytes);
    index.push(indexEntry(tag, types[value.type], size + gap, count));
    size += gap + bytes.length;
  }
  const entries = index.length + 1;
  index.unshift(indexEntry(region, types.bin, size, 16));
  store.push(indexEntry(region, types.bin, -entries * 16, 16));
  const head = Buffer.from([0x8e, 0xad, 0xe8, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(entries, 8);
  head.writeUInt32BE(size + 16, 12);
  return Buffer.concat([head, ...index, ...store]);
}
