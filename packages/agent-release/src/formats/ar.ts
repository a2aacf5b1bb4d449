/** The first bytes of an ar archive. */
export const arMagic = Buffer.from('!<arch>\n');

/** The header of a member. */
export function arHeader(name: string, size: number, mtime: number): Buffer {
  const fields = [
    name.padEnd(16),
    String(mtime).padEnd(12),
    '0'.padEnd(6),
    '0'.padEnd(6),
    '100644'.padEnd(8),
    String(size).padEnd(10),
  ];
  return Buffer.from(`${fields.join('')}\`\n`);
}

/** Members start at even offsets. */
export const arPadding = (size: number): Buffer => Buffer.from(size % 2 === 0 ? '' : '\n');
