import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const gzipAsync = promisify(gzip);
const NEWLINE = 0x0a;
const LINE_END = Buffer.from('\n');

/**
 * A body with some lines replaced, as gzip; line numbers are unchanged. For bodies that arrived with secrets, so that none is
 * stored.
 * @param lines by 0-based number
 */
export function redactBody(body: Buffer, lines: ReadonlyMap<number, string>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let kept = 0;
  let start = 0;
  for (let number = 0; start < body.length; number += 1) {
    const newline = body.indexOf(NEWLINE, start);
    const end = newline === -1 ? body.length : newline;
    const line = lines.get(number);
    if (line !== undefined) {
      pieces.push(body.subarray(kept, start), Buffer.from(line), newline === -1 ? Buffer.alloc(0) : LINE_END);
      kept = end + 1;
    }
    start = end + 1;
  }
  pieces.push(body.subarray(kept));
  return gzipAsync(Buffer.concat(pieces));
}
