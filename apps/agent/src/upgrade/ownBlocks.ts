import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { endsBlock, PAGE_BYTES, type ProgramBlock } from '@scout/agent-release/programBlocks';

const READ_BYTES = 256 * PAGE_BYTES;

/** Offsets of those blocks that a program has, by SHA-256. Holds a mebibyte at a time. */
export async function findBlocks(
  program: FileHandle,
  wanted: readonly ProgramBlock[],
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const sizes = new Map(wanted.map(({ sha256, bytes }) => [sha256, bytes]));
  const found = new Map<string, number>();
  const buffer = Buffer.alloc(READ_BYTES);
  let hash = createHash('sha256');
  let start = 0;
  let bytes = 0;
  const end = (): void => {
    const sha256 = hash.digest('hex');
    if (sizes.get(sha256) === bytes) found.set(sha256, start);
    start += bytes;
    bytes = 0;
    hash = createHash('sha256');
  };
  for (let at = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await program.read(buffer, 0, READ_BYTES, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    for (let from = 0; from < bytesRead; from += PAGE_BYTES) {
      const page = buffer.subarray(from, Math.min(from + PAGE_BYTES, bytesRead));
      hash.update(page);
      bytes += page.length;
      if (endsBlock(page, bytes)) end();
    }
  }
  if (bytes > 0) end();
  return found;
}
