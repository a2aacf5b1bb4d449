/** Fixed part of a version resource: signature and version of the structure. */
const FIXED = Buffer.from([0xbd, 0x04, 0xef, 0xfe, 0, 0, 1, 0]);
const FIXED_BYTES = 52;
/** Lengths, type, name and padding before the fixed part. */
const HEAD_BYTES = 40;
const ENGLISH = '040904B0';

/** The four numbers of `major.minor.patch`, as Windows compares them. */
export const windowsVersion = (version: string): number[] => [...version.split('.').map(Number), 0];

const aligned = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

/** A node: its lengths and name, then value and children, each aligned to four bytes. */
function node(
  name: string,
  type: 0 | 1,
  value: Buffer,
  valueLength: number,
  children: readonly Buffer[],
): Buffer {
  const head = aligned(Buffer.concat([Buffer.alloc(6), Buffer.from(`${name}\0`, 'utf16le')]));
  const bytes = Buffer.concat([head, children.length > 0 ? aligned(value) : value, ...children.map(aligned)]);
  bytes.writeUInt16LE(bytes.length, 0);
  bytes.writeUInt16LE(valueLength, 2);
  bytes.writeUInt16LE(type, 4);
  return bytes;
}

const text = (name: string, value: string): Buffer =>
  node(name, 1, Buffer.from(`${value}\0`, 'utf16le'), value.length + 1, []);

function resource(version: string): Buffer {
  const [major, minor, patch] = windowsVersion(version) as [number, number, number];
  const fixed = Buffer.alloc(FIXED_BYTES);
  FIXED.copy(fixed);
  for (const at of [8, 16]) {
    fixed.writeUInt32LE(major * 2 ** 16 + minor, at);
    fixed.writeUInt32LE(patch * 2 ** 16, at + 4);
  }
  fixed.writeUInt32LE(0x3f, 24);
  fixed.writeUInt32LE(0x40004, 32); // Windows NT
  fixed.writeUInt32LE(1, 36); // a program
  const words = {
    CompanyName: 'Scout',
    FileDescription: 'Scout Agent',
    FileVersion: version,
    ProductName: 'Scout Agent',
    ProductVersion: version,
  };
  const strings = Object.entries(words).map(([name, value]) => text(name, value));
  const table = node(ENGLISH, 1, Buffer.alloc(0), 0, strings);
  const translation = node('Translation', 0, Buffer.from([0x09, 0x04, 0xb0, 0x04]), 4, []);
  return node('VS_VERSION_INFO', 0, fixed, FIXED_BYTES, [
    node('StringFileInfo', 1, Buffer.alloc(0), 0, [table]),
    node('VarFileInfo', 1, Buffer.alloc(0), 0, [translation]),
  ]);
}

/**
 * Writes the agent's version in place of the runtime's into a Windows program. Windows Installer replaces a program only by a newer
 * version.
 * @throws Error when the program has no version resource, or not the space for this one
 */
export function setVersionResource(program: Buffer, version: string): Buffer {
  const at = program.indexOf(FIXED) - HEAD_BYTES;
  if (at < 0) throw new Error('The Windows program has no version resource.');
  const space = program.readUInt16LE(at);
  const bytes = resource(version);
  if (bytes.length > space) throw new Error('The version resource has no space for the agent.');
  const written = Buffer.from(program);
  written.fill(0, at, at + space);
  bytes.copy(written, at);
  return written;
}
