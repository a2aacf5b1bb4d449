/** Slices are page-aligned; pages have 16 KiB on arm64. */
const ALIGN_BITS = 14;
const ALIGN = 2 ** ALIGN_BITS;

const cpus = { x64: [0x01000007, 3], arm64: [0x0100000c, 0] } as const;

export interface Slice {
  readonly arch: keyof typeof cpus;
  readonly bytes: number;
}

/** The bytes before each slice of a universal Mach-O binary: the header before the first, padding before the others. */
export function fatBinary(slices: readonly Slice[]): Buffer[] {
  const header = Buffer.alloc(8 + 20 * slices.length);
  header.writeUInt32BE(0xcafebabe, 0);
  header.writeUInt32BE(slices.length, 4);
  let at = header.length;
  const gaps = slices.map(({ arch, bytes }, index) => {
    const offset = Math.ceil(at / ALIGN) * ALIGN;
    const [type, subtype] = cpus[arch];
    for (const [field, value] of [type, subtype, offset, bytes, ALIGN_BITS].entries())
      header.writeUInt32BE(value, 8 + index * 20 + field * 4);
    const gap = Buffer.alloc(offset - at);
    at = offset + bytes;
    return gap;
  });
  // The header is complete only now.
  return gaps.map((gap, index) => (index === 0 ? Buffer.concat([header, gap]) : gap));
}
