/**
 * Inside the envelope, compressed with zstd, are records of a kind (1 byte), a length (4 bytes) and that many bytes.
 *
 *     H   head: when, by which version, tables, migrations, days with partitions (JSON)
 *     F   a file of the data directory (JSON)
 *     S   the rows of a table begin, or go on (JSON)
 *     D   a piece of what COPY … (FORMAT binary) wrote
 *     M   manifest: rows and checksum of each table (JSON); the last one
 */
export type RecordKind = 'H' | 'F' | 'S' | 'D' | 'M';

export interface BackupRecord {
  readonly kind: RecordKind;
  readonly body: Buffer;
}

const HEAD = 5;
/** Larger than any manifest. */
const BODY_MAX = 64 * 1024 * 1024;

/** Encodes one record. */
export function encodeRecord(kind: RecordKind, body: Buffer | object): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const head = Buffer.alloc(HEAD);
  head.write(kind, 0, 'latin1');
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** The records of an authenticated stream of bytes. */
export async function* decodeRecords(source: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let waiting: Buffer[] = [];
  let size = 0;
  let needed = HEAD;
  for await (const piece of source) {
    waiting.push(piece);
    size += piece.length;
    if (size < needed) continue;
    let rest = waiting.length === 1 ? piece : Buffer.concat(waiting);
    while (rest.length >= HEAD) {
      const length = rest.readUInt32BE(1);
      if (length > BODY_MAX) throw new Error('A record of the backup is too long');
      if (rest.length < HEAD + length) break;
      yield { kind: rest.toString('latin1', 0, 1) as RecordKind, body: rest.subarray(HEAD, HEAD + length) };
      rest = rest.subarray(HEAD + length);
    }
    needed = rest.length >= HEAD ? HEAD + rest.readUInt32BE(1) : HEAD;
    waiting = [rest];
    size = rest.length;
  }
  if (size > 0) throw new Error('The backup ends in the middle of a record');
}
