import { pipeline, Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import {
  fileSchema,
  type Head,
  headSchema,
  type KeptFile,
  type Manifest,
  manifestSchema,
  segmentSchema,
} from './manifest.ts';
import { type BackupRecord, decodeRecords } from './records.ts';
import { BackupRefusal } from './refusal.ts';
import { type BackupKey, unseal } from './seal.ts';

/** Contents of a backup other than its rows. */
export interface Contents {
  readonly head: Head;
  readonly files: readonly KeptFile[];
  readonly manifest: Manifest;
}

/** A COPY of some rows of a table. */
export interface Segment {
  readonly table: string;
  /** Output of COPY; must be read before requesting the next segment. */
  readonly pieces: AsyncIterable<Buffer>;
}

/**
 * Reads a complete backup, so that nothing of it is used before its integrity is verified.
 * @throws BackupRefusal
 */
export async function checkBackup(path: string, secret: BackupKey): Promise<Contents> {
  let head: Head | undefined;
  let manifest: Manifest | undefined;
  const files: KeptFile[] = [];
  for await (const { kind, body } of recordsOf(path, secret)) {
    if (kind === 'H') head = headSchema.parse(jsonOf(body));
    if (kind === 'F') files.push(fileSchema.parse(jsonOf(body)));
    if (kind === 'M') manifest = manifestSchema.parse(jsonOf(body));
  }
  if (!head || !manifest) throw new BackupRefusal(`${path} has no header or no manifest.`);
  return { head, files, manifest };
}

/** The rows of a backup, one COPY at a time. */
export async function* readSegments(path: string, secret: BackupKey): AsyncGenerator<Segment> {
  const records = recordsOf(path, secret);
  try {
    yield* segmentsOf(records);
  } finally {
    await records.return(undefined);
  }
}

async function* segmentsOf(records: AsyncGenerator<BackupRecord>): AsyncGenerator<Segment> {
  let next = await records.next();
  async function* pieces(): AsyncGenerator<Buffer> {
    for (next = await records.next(); !next.done && next.value.kind === 'D'; next = await records.next())
      yield next.value.body;
  }
  while (!next.done) {
    if (next.value.kind !== 'S') {
      next = await records.next();
      continue;
    }
    yield { table: segmentSchema.parse(jsonOf(next.value.body)).table, pieces: pieces() };
  }
}

async function* recordsOf(path: string, secret: BackupKey): AsyncGenerator<BackupRecord> {
  const sealed = unseal(path, secret);
  // The reader receives the error; pipeline still requires a callback.
  const plain = pipeline(Readable.from(sealed), createZstdDecompress(), () => {});
  try {
    yield* decodeRecords(plain as AsyncIterable<Buffer>);
  } finally {
    // Closes the file also where the reader stops before its end.
    plain.destroy();
    await sealed.return(undefined);
  }
}

const jsonOf = (body: Buffer): unknown => JSON.parse(body.toString('utf8'));
