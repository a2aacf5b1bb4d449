import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { BackupRefusal } from './refusal.ts';

/**
 * The envelope of a backup: a head, and chunks that each are encrypted with AES-256-GCM under their place and whether they are the
 * last one. A chunk that was changed, moved, left out or cut off does not open. Without a key file the key follows from the head
 * alone: what was damaged is found all the same, what was forged is not.
 *
 *     head    "scout-backup 1\n", "E" (key file) or "P" (none), 32 random bytes
 *     chunk   length of the text (4 bytes), encrypted text, tag (16 bytes)
 *     key     HKDF-SHA-256 of the key file's text, salted with the random bytes
 *     nonce   3 zero bytes, number of the chunk (8 bytes), 1 for the last chunk and else 0
 */
const MAGIC = Buffer.from('scout-backup 1\n');
const SALT = 32;
const HEAD = MAGIC.length + 1 + SALT;
const TAG = 16;
const CHUNK = 256 * 1024;

/** The operator's secret, read from a file; undefined: none. */
export type BackupKey = Buffer | undefined;

/** Encrypts a stream. */
export async function* seal(plain: AsyncIterable<Buffer>, secret: BackupKey): AsyncGenerator<Buffer> {
  const head = Buffer.concat([MAGIC, Buffer.from(secret ? 'E' : 'P'), randomBytes(SALT)]);
  yield head;
  const key = keyOf(head, secret);
  let number = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of plain) {
    waiting.push(piece);
    size += piece.length;
    // A full chunk is held back too, because it may be the last one.
    while (size > CHUNK) {
      const all = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting);
      yield sealChunk(key, head, number++, false, all.subarray(0, CHUNK));
      waiting = [all.subarray(CHUNK)];
      size -= CHUNK;
    }
  }
  yield sealChunk(key, head, number, true, Buffer.concat(waiting));
}

function sealChunk(key: Buffer, head: Buffer, number: number, isLast: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(head);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(plain.length);
  const text = cipher.update(plain);
  return Buffer.concat([length, text, cipher.final(), cipher.getAuthTag()]);
}

/**
 * Decrypts a backup file chunk by chunk; all output is authenticated, including the end.
 * @throws BackupRefusal
 */
export async function* unseal(path: string, secret: BackupKey): AsyncGenerator<Buffer> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new BackupRefusal(`${path} cannot be read.`, { cause });
  });
  try {
    const head = await readHead(file, path, secret);
    const key = keyOf(head, secret);
    const { size } = await file.stat();
    let place = HEAD;
    for (let number = 0; ; number++) {
      const length = (await readAt(file, path, place, 4)).readUInt32BE();
      if (length > CHUNK) throw damaged(path, place);
      const sealed = await readAt(file, path, place + 4, length + TAG);
      const isLast = place + 4 + length + TAG === size;
      yield openChunk({ key, head, number, isLast, sealed, path, place, secret });
      if (isLast) return;
      place += 4 + length + TAG;
    }
  } finally {
    await file.close();
  }
}

interface Sealed {
  readonly key: Buffer;
  readonly head: Buffer;
  readonly number: number;
  readonly isLast: boolean;
  readonly sealed: Buffer;
  readonly path: string;
  readonly place: number;
  readonly secret: BackupKey;
}

function openChunk({ key, head, number, isLast, sealed, path, place, secret }: Sealed): Buffer {
  const open = (asLast: boolean) => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, asLast)).setAAD(head);
    decipher.setAuthTag(sealed.subarray(-TAG));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]);
  };
  try {
    return open(isLast);
  } catch {
    if (isLast && opens(() => open(false))) throw cutOff(path);
    if (number === 0 && secret)
      throw new BackupRefusal(
        `The key file does not open ${path}, or the beginning of the backup was changed.`,
      );
    throw damaged(path, place);
  }
}

function opens(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

async function readHead(file: FileHandle, path: string, secret: BackupKey): Promise<Buffer> {
  const head = Buffer.alloc(HEAD);
  const { bytesRead } = await file.read(head, 0, HEAD, 0);
  const name = MAGIC.subarray(0, -2);
  if (!head.subarray(0, name.length).equals(name)) throw new BackupRefusal(`${path} is not a Scout backup.`);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BackupRefusal(`${path} has a format unknown to this Scout: it is from a newer version.`);
  if (bytesRead < HEAD) throw cutOff(path);
  const isEncrypted = head[MAGIC.length] === 0x45;
  if (isEncrypted && !secret)
    throw new BackupRefusal(`${path} is encrypted: name the key file by --key-file.`);
  if (!isEncrypted && secret)
    throw new BackupRefusal(
      `${path} is not encrypted, so a key file cannot prove its origin. Omit --key-file.`,
    );
  return head;
}

async function readAt(file: FileHandle, path: string, place: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, place + read);
    if (bytesRead === 0) throw cutOff(path);
    read += bytesRead;
  }
  return buffer;
}

function keyOf(head: Buffer, secret: BackupKey): Buffer {
  const salt = head.subarray(MAGIC.length + 1);
  return Buffer.from(hkdfSync('sha256', secret ?? Buffer.alloc(0), salt, 'scout backup 1', 32));
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

const cutOff = (path: string) => new BackupRefusal(`${path} is cut off: its end is missing.`);
const damaged = (path: string, place: number) =>
  new BackupRefusal(`${path} was changed or damaged near byte ${place}.`);
