import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type Part, totalOf } from './part.ts';

/** A top-level file of an archive, stored uncompressed. */
export interface ArchiveEntry {
  readonly name: string;
  readonly parts: readonly Part[];
  /** Hexadecimal. All readers of the format support SHA-1; it detects damage, not forgery. */
  readonly sha1: string;
}

const sha1 = (data: Uint8Array): Buffer => createHash('sha1').update(data).digest();
const SUM_BYTES = 20;

const fileXml = ({ name, sha1: sum }: ArchiveEntry, id: number, offset: number, size: number): string =>
  [
    `<file id="${id}"><data>`,
    `<archived-checksum style="sha1">${sum}</archived-checksum>`,
    `<extracted-checksum style="sha1">${sum}</extracted-checksum>`,
    `<encoding style="application/octet-stream"/>`,
    `<size>${size}</size><offset>${offset}</offset><length>${size}</length></data>`,
    `<mode>0644</mode><uid>0</uid><user>root</user><gid>0</gid><group>wheel</group>`,
    `<type>file</type><name>${name}</name></file>`,
  ].join('');

/** The archive of a flat macOS package: a header, a deflated table of contents, and the files. */
export function xar(members: readonly ArchiveEntry[], createdAt: Date): Part[] {
  let offset = SUM_BYTES;
  const files = members.map((member, index) => {
    const size = totalOf(member.parts);
    const xml = fileXml(member, index + 1, offset, size);
    offset += size;
    return xml;
  });
  const time = createdAt.toISOString().slice(0, 19);
  const toc = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<xar><toc><checksum style="sha1"><size>${SUM_BYTES}</size><offset>0</offset></checksum><creation-time>${time}</creation-time>${files.join('')}</toc></xar>\n`,
  );
  const packed = deflateSync(toc, { level: 9 });
  const header = Buffer.alloc(28);
  header.write('xar!', 0);
  header.writeUInt16BE(28, 4);
  header.writeUInt16BE(1, 6);
  header.writeBigUInt64BE(BigInt(packed.length), 8);
  header.writeBigUInt64BE(BigInt(toc.length), 16);
  header.writeUInt32BE(1, 24); // SHA-1
  return [header, packed, sha1(packed), ...members.flatMap(({ parts }) => parts)];
}
