/** One word of a command line: its unquoted text and its position. */
export type Word = { text: string; start: number; end: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Splits a command line into words by the rules of Windows programs (CommandLineToArgvW): blanks separate words, double quotes
 * group them, and before a quote each pair of backslashes is one backslash and an odd one escapes the quote.
 */
export function splitWords(line: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  while (at < line.length) {
    if (isBlank(line.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const word = readWord(line, at);
    words.push(word);
    at = word.end;
  }
  return words;
}

function readWord(line: string, start: number): Word {
  let text = '';
  let quoted = false;
  let kept = start;
  let at = start;
  for (; at < line.length; at += 1) {
    const char = line.charCodeAt(at);
    if (char === QUOTE) {
      text += line.slice(kept, at);
      kept = at + 1;
      quoted = !quoted;
    } else if (char === BACKSLASH) {
      const run = runOf(line, at);
      if (line.charCodeAt(at + run) === QUOTE) {
        // Half of the backslashes stay; an odd one escapes the quote.
        text += line.slice(kept, at + (run >> 1));
        kept = at + run;
        at += run % 2 === 0 ? run - 1 : run;
      } else at += run - 1;
    } else if (!quoted && isBlank(char)) break;
  }
  return { text: text + line.slice(kept, at), start, end: at };
}

/** Number of consecutive backslashes at `at`. */
function runOf(line: string, at: number): number {
  let end = at;
  while (line.charCodeAt(end) === BACKSLASH) end += 1;
  return end - at;
}

function isBlank(char: number): boolean {
  return char === 0x20 || (char >= 0x09 && char <= 0x0d);
}
