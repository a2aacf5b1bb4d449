import { createReadStream } from 'node:fs';

/** A range of a file that is included in a package unchanged. */
export interface FilePart {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

/** Parts of a package: new content in memory, large content on disk. */
export type Part = Uint8Array | FilePart;

export const totalOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + part.length, 0);

/** The bytes `from` to `to` (exclusive) of the parts, as parts. */
export function slice(parts: readonly Part[], from: number, to: number): Part[] {
  const taken: Part[] = [];
  let at = 0;
  for (const part of parts) {
    const start = Math.max(from - at, 0);
    const end = Math.min(to - at, part.length);
    at += part.length;
    if (start >= end) continue;
    taken.push(
      part instanceof Uint8Array
        ? part.subarray(start, end)
        : { path: part.path, offset: part.offset + start, length: end - start },
    );
  }
  return taken;
}

/** Reads the parts sequentially; holds a few hundred kilobytes at a time. */
export async function* read(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Uint8Array) {
      if (part.length > 0) yield part;
    } else if (part.length > 0) {
      const { path, offset, length } = part;
      yield* createReadStream(path, { start: offset, end: offset + length - 1, highWaterMark: 256 * 1024 });
    }
  }
}
