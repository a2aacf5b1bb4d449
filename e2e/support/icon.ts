/** A square picture as PNG. */
interface Size {
  readonly pixels: number;
  readonly png: Buffer;
}

const headBytes = 6;
const entryBytes = 16;

/** An .ico file of these pictures, for clients without support for other formats. */
export function iconOf(sizes: readonly Size[]): Buffer {
  const head = Buffer.alloc(headBytes + entryBytes * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  for (const [n, { pixels, png }] of sizes.entries()) {
    const entry = headBytes + entryBytes * n;
    head.writeUInt8(pixels, entry);
    head.writeUInt8(pixels, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...sizes.map(({ png }) => png)]);
}
