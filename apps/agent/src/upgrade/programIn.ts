import { createReadStream, createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Failure } from '../service/failure.ts';

const BLOCK = 512;
const PROGRAM = 'scout-agent/scout-agent';

/** Takes the program out of a tarball of ours, in one pass and without keeping it in memory. @throws {Failure} */
export async function extractProgram(tarball: string, target: string): Promise<void> {
  const out = createWriteStream(target, { mode: 0o755, flags: 'wx' });
  let header = Buffer.alloc(0);
  /** Bytes of the present entry that are still to come, with its filling. */
  let content = 0;
  let filling = 0;
  let wanted = false;
  let found = false;
  const take = async (chunk: Buffer): Promise<void> => {
    let rest = chunk;
    while (rest.length > 0) {
      if (content > 0) {
        const part = rest.subarray(0, content);
        if (wanted && !out.write(part)) await new Promise((resolve) => out.once('drain', resolve));
        content -= part.length;
        rest = rest.subarray(part.length);
      } else if (filling > 0) {
        const skipped = Math.min(filling, rest.length);
        filling -= skipped;
        rest = rest.subarray(skipped);
      } else {
        const part = rest.subarray(0, BLOCK - header.length);
        header = Buffer.concat([header, part]);
        rest = rest.subarray(part.length);
        if (header.length < BLOCK) return;
        const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '');
        content = Number.parseInt(header.toString('latin1', 124, 136), 8) || 0;
        filling = (BLOCK - (content % BLOCK)) % BLOCK;
        wanted = name === PROGRAM;
        found ||= wanted;
        header = Buffer.alloc(0);
      }
    }
  };
  const reader = new Writable({
    write(chunk: Buffer, _encoding, done) {
      take(chunk).then(() => done(), done);
    },
  });
  try {
    await pipeline(createReadStream(tarball), createGunzip(), reader);
  } finally {
    await new Promise<void>((resolve) => out.end(resolve));
  }
  if (!found) throw new Failure(`${tarball} holds no program`);
}
