import { isAscii, isUtf8 } from 'node:buffer';
import { Refusal } from '../http/refusal.ts';

/** `lineBytes` without the line end. */
export interface LineLimits {
  readonly lineBytes: number;
  readonly lines: number;
}

/** One line of a body, numbered from 1; blank lines are passed over but counted. */
export type BodyLine =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly code: 'line_too_long' | 'not_utf8'; readonly message: string };

const NEWLINE = 0x0a;

/**
 * The lines of an NDJSON body, each checked on its own: one that is too long or not UTF-8 does not spoil the others.
 * @throws Refusal `body_too_large` beyond `limits.lines` lines
 */
export function* linesOf(body: Buffer, limits: LineLimits): Generator<BodyLine> {
  // Two fast looks at the whole spare one look at each line.
  const ascii = isAscii(body);
  const valid = ascii || isUtf8(body);
  let start = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  for (let line = 1; start < body.length; line += 1) {
    const newline = body.indexOf(NEWLINE, start);
    const end = newline === -1 ? body.length : newline;
    if (line > limits.lines) {
      throw new Refusal('body_too_large', {
        message: `A batch holds at most ${limits.lines.toLocaleString('en-US')} lines.`,
      });
    }
    if (end - start > limits.lineBytes) {
      const message = `The line is ${(end - start).toLocaleString('en-US')} bytes long; ${limits.lineBytes.toLocaleString('en-US')} are allowed.`;
      yield { line, code: 'line_too_long', message };
    } else if (!valid && !isUtf8(body.subarray(start, end))) {
      yield { line, code: 'not_utf8', message: 'The line holds bytes that are not UTF-8.' };
    } else if (end > start) {
      const text = body.toString(ascii ? 'latin1' : 'utf8', start, end);
      if (text.trim() !== '') yield { line, text };
    }
    start = end + 1;
  }
}
