import { createHash } from 'node:crypto';

/** Load commands and magic numbers of Mach-O and of its signatures (Apple's loader.h and cs_blobs.h). */
const MACHO_64 = 0xfeedfacf;
const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;
const SUPER_BLOB = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
const REQUIREMENTS = 0xfade0c01;
const SLOTS = { directory: 0, requirements: 2 } as const;
const ADHOC = 0x2;
const EXECUTABLE_SEGMENT_MAIN = 1n;
const PAGE_BITS = 12;
const PAGE = 2 ** PAGE_BITS;
const HASH_BYTES = 32;

interface Layout {
  /** Offset of the signature in the file: everything before it is signed. */
  readonly signatureAt: number;
  readonly signatureBytes: number;
  /** Offset of the command with the signature's offset and size. */
  readonly command: number;
  /** Offset of the segment command of __LINKEDIT, which ends with the signature. */
  readonly linkEdit: number;
  readonly textBytes: bigint;
  readonly textAt: bigint;
}

function layoutOf(binary: Buffer): Layout {
  if (binary.readUInt32LE(0) !== MACHO_64) throw new TypeError('not a 64-bit Mach-O binary');
  const commands = binary.readUInt32LE(16);
  let at = 32;
  let command = 0;
  let linkEdit = 0;
  let text = { at: 0n, bytes: 0n };
  for (let index = 0; index < commands; index += 1) {
    const kind = binary.readUInt32LE(at);
    if (kind === LC_CODE_SIGNATURE) command = at;
    if (kind === LC_SEGMENT_64) {
      const name = binary.toString('latin1', at + 8, at + 24).replace(/\0.*$/s, '');
      if (name === '__LINKEDIT') linkEdit = at;
      if (name === '__TEXT')
        text = { at: binary.readBigUInt64LE(at + 40), bytes: binary.readBigUInt64LE(at + 48) };
    }
    at += binary.readUInt32LE(at + 4);
  }
  if (command === 0 || linkEdit === 0) throw new TypeError('the binary has no place for a signature');
  return {
    signatureAt: binary.readUInt32LE(command + 8),
    signatureBytes: binary.readUInt32LE(command + 12),
    command,
    linkEdit,
    textAt: text.at,
    textBytes: text.bytes,
  };
}

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();

function* pagesOf(code: Buffer, pageBytes: number): Generator<Buffer> {
  for (let at = 0; at < code.length; at += pageBytes)
    yield code.subarray(at, Math.min(at + pageBytes, code.length));
}

const emptyRequirements = (() => {
  const blob = Buffer.alloc(12);
  blob.writeUInt32BE(REQUIREMENTS, 0);
  blob.writeUInt32BE(12, 4);
  return blob;
})();

function codeDirectory(code: Buffer, identifier: string, { textAt, textBytes }: Layout): Buffer {
  const name = Buffer.from(`${identifier}\0`);
  const special = SLOTS.requirements;
  const pages = [...pagesOf(code, PAGE)];
  const header = Buffer.alloc(88);
  const hashes = header.length + name.length + special * HASH_BYTES;
  const total = hashes + pages.length * HASH_BYTES;
  header.writeUInt32BE(CODE_DIRECTORY, 0);
  header.writeUInt32BE(total, 4);
  header.writeUInt32BE(0x20400, 8);
  header.writeUInt32BE(ADHOC, 12);
  header.writeUInt32BE(hashes, 16);
  header.writeUInt32BE(header.length, 20);
  header.writeUInt32BE(special, 24);
  header.writeUInt32BE(pages.length, 28);
  header.writeUInt32BE(code.length, 32);
  header.writeUInt8(HASH_BYTES, 36);
  header.writeUInt8(2, 37); // SHA-256
  header.writeUInt8(PAGE_BITS, 39);
  header.writeBigUInt64BE(textAt, 64);
  header.writeBigUInt64BE(textBytes, 72);
  header.writeBigUInt64BE(EXECUTABLE_SEGMENT_MAIN, 80);
  // Slots before the pages count backwards: requirements, then Info.plist, which is absent.
  return Buffer.concat([
    header,
    name,
    sha256(emptyRequirements),
    Buffer.alloc(HASH_BYTES),
    ...pages.map(sha256),
  ]);
}

function superBlob(blobs: readonly [slot: number, blob: Buffer][]): Buffer {
  const head = Buffer.alloc(12 + 8 * blobs.length);
  let at = head.length;
  blobs.forEach(([slot, blob], index) => {
    head.writeUInt32BE(slot, 12 + index * 8);
    head.writeUInt32BE(at, 16 + index * 8);
    at += blob.length;
  });
  head.writeUInt32BE(SUPER_BLOB, 0);
  head.writeUInt32BE(at, 4);
  head.writeUInt32BE(blobs.length, 8);
  return Buffer.concat([head, ...blobs.map(([, blob]) => blob)]);
}

/**
 * Replaces the binary's signature by an ad-hoc one (hashes of its pages, without an identity). Without it macOS ends the process
 * immediately on arm64, and on x64 as soon as a page does not match its hash in a stale signature.
 */
export function signAdHoc(binary: Buffer, identifier: string): Buffer {
  const layout = layoutOf(binary);
  const { signatureAt, command, linkEdit } = layout;
  const code = Buffer.from(binary.subarray(0, signatureAt));
  const pages = Math.ceil(signatureAt / PAGE);
  const directoryBytes = 88 + identifier.length + 1 + (SLOTS.requirements + pages) * HASH_BYTES;
  const bytes = Math.ceil((28 + directoryBytes + emptyRequirements.length) / 16) * 16;
  // Both commands are in the first page, so they are written before it is hashed.
  code.writeUInt32LE(bytes, command + 12);
  const fileOffset = code.readBigUInt64LE(linkEdit + 40);
  const size = BigInt(signatureAt + bytes) - fileOffset;
  code.writeBigUInt64LE(size, linkEdit + 48);
  const memory = ((size + 0x3fffn) / 0x4000n) * 0x4000n;
  if (memory > code.readBigUInt64LE(linkEdit + 32)) code.writeBigUInt64LE(memory, linkEdit + 32);
  const signature = superBlob([
    [SLOTS.directory, codeDirectory(code, identifier, layout)],
    [SLOTS.requirements, emptyRequirements],
  ]);
  return Buffer.concat([code, signature, Buffer.alloc(bytes - signature.length)]);
}

/** Reason, as a sentence, why macOS would refuse the binary's signature; null if every page matches its hash. */
export function faultOfSignature(binary: Buffer): string | null {
  const { signatureAt, signatureBytes } = layoutOf(binary);
  if (signatureAt + signatureBytes !== binary.length) return 'the signature does not end with the file';
  const blob = binary.subarray(signatureAt);
  if (blob.readUInt32BE(0) !== SUPER_BLOB) return 'there is no signature';
  for (let index = 0; index < blob.readUInt32BE(8); index += 1) {
    if (blob.readUInt32BE(12 + index * 8) !== SLOTS.directory) continue;
    const directory = blob.subarray(blob.readUInt32BE(16 + index * 8));
    if (directory.readUInt8(37) !== 2) return 'the hashes are not SHA-256';
    if (directory.readUInt32BE(32) !== signatureAt) return 'the signature is for a file of another length';
    const hashes = directory.readUInt32BE(16);
    let page = 0;
    for (const bytes of pagesOf(binary.subarray(0, signatureAt), 2 ** directory.readUInt8(39))) {
      const expected = directory.subarray(hashes + page * HASH_BYTES, hashes + (page + 1) * HASH_BYTES);
      if (!sha256(bytes).equals(expected)) return `page ${page} does not fit its hash`;
      page += 1;
    }
    return page === directory.readUInt32BE(28) ? null : 'the number of pages differs';
  }
  return 'there is no code directory';
}
