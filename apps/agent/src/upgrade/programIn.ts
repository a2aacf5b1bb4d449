import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Failure } from '../runtime/failure.ts';

const BLOCK = 512;
const PROGRAM = 'scout-agent/scout-agent';

/** Extracts the program from a release tarball in one pass, without keeping it in memory. @throws {Failure} */
export async function extractProgram(tarball: string, target: string): Promise<void> {
  await pipeline(
    createReadStream(tarball),
    createGunzip(),
    programIn,
    // Flushed, because the service will run this file.
    createWriteStream(target, { flags: 'wx', flush: true }),
  );
}

async function* programIn(archive: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let header = Buffer.alloc(0);
  /** Remaining bytes of the current entry and of its padding. */
  let content = 0;
  let filling = 0;
  let wanted = false;
  let found = false;
  for await (const chunk of archive) {
    let rest = chunk;
    const take = (bytes: number): Buffer => {
      const part = rest.subarray(0, bytes);
      rest = rest.subarray(part.length);
      return part;
    };
    while (rest.length > 0) {
      if (content > 0) {
        const part = take(content);
        content -= part.length;
        if (wanted) yield part;
      } else if (filling > 0) {
        filling -= take(filling).length;
      } else {
        header = Buffer.concat([header, take(BLOCK - header.length)]);
        if (header.length < BLOCK) break;
        const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '');
        content = Number.parseInt(header.toString('latin1', 124, 136), 8) || 0;
        filling = (BLOCK - (content % BLOCK)) % BLOCK;
        wanted = name === PROGRAM;
        found ||= wanted;
        header = Buffer.alloc(0);
      }
    }
  }
  if (!found) throw new Failure('the download contains no program');
}
