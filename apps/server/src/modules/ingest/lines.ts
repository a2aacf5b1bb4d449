import { isAscii, isUtf8 } from 'node:buffer';
import { Refusal } from '../../platform/http/refusal.ts';

/** `lineBytes` excludes the line end. */
export interface LineLimits {
  readonly lineBytes: number;
  readonly lines: number;
}

/** One line of a body, numbered from 1; blank lines are skipped but counted. */
export type BodyLine =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly code: 'line_too_long' | 'not_utf8'; readonly message: string };

const NEWLINE = 0x0a;

/**
 * The lines of an NDJSON body, each checked separately: an overlong or non-UTF-8 line does not affect the others.
 * @throws Refusal `body_too_large` above `limits.lines` lines
 */
export function* linesOf(body: Buffer, limits: LineLimits): Generator<BodyLine> {
  // Two fast checks of the whole body avoid one check per line.
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
