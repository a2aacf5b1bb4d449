import { composed, isAbsent, NAME_LIMIT, plainAddress } from '../names.ts';

/** Maximum length of a stored command line; Windows allows 32,767. */
export const COMMAND_LINE_LIMIT = 65_536;

/** Up to this length a loop is faster than the engine's own searches. */
const SHORT = 64;

/** Trimmed and capped text of a name; null when absent (`-`, empty, NULL). Control characters are replaced by their pictures. */
export function cleanName(text: string): string | null {
  return clean(text, NAME_LIMIT);
}

/** Like a name, but keeps tabs and line ends, which separate the words of a command line. */
export function cleanCommandLine(text: string): string | null {
  return clean(text, COMMAND_LINE_LIMIT, PICTURES_BUT_BLANKS);
}

/** Like a name, but truncates a long path at the start: the rules read the file name at the end. */
export function cleanPath(text: string): string | null {
  return clean(text.length > NAME_LIMIT ? text.trim().slice(-NAME_LIMIT) : text, NAME_LIMIT);
}

/** Like a name; an address in its one spelling. */
export function cleanAddress(text: string): string | null {
  const name = cleanName(text);
  if (name === null) return null;
  const address = plainAddress(name);
  return address === name ? name : cleanName(address);
}

function clean(text: string, limit: number, pictures = PICTURES): string | null {
  let cleaned = hasBlankEnd(text) ? text.trim() : text;
  if (isAbsent(cleaned)) return null;
  if (cleaned.length > limit) cleaned = cleaned.slice(0, limit).trimEnd();
  return isPlain(cleaned) ? cleaned : repaired(cleaned, limit, pictures);
}

/** Without control characters and halves of characters; a name in composed form. A command line stays as it was typed. */
function repaired(text: string, limit: number, pictures: Uint16Array): string {
  const shown = CONTROLS.test(text) ? showControls(text, pictures) : text;
  const formed = shown.toWellFormed();
  return pictures === PICTURES_BUT_BLANKS ? formed : composed(formed).slice(0, limit).toWellFormed();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\0-\x1f\x7f-\x9f]/;
/** The same, and characters of which a name may have another form, or half a one. */
const REPAIRED = /[^\x20-\x7e\xa0-\u02ff]/;
const DELETE = 0x7f;
/** First combining mark. */
const MARKS = 0x300;
const BLANKS: readonly number[] = [0x09, 0x0a, 0x0d];
/**
 * Replacement of each character by code, up to the last control character. A visible picture hides nothing, does not control a
 * terminal, and is no longer in JSON than on screen: U+0007 becomes ␇. Control characters beyond ASCII have no picture.
 */
const PICTURES = Uint16Array.from({ length: 0xa0 }, (_, code) => {
  if (code < 0x20) return 0x2400 + code;
  if (code === DELETE) return 0x2421;
  return code > DELETE ? 0xfffd : code;
});
const PICTURES_BUT_BLANKS = PICTURES.map((picture, code) => (BLANKS.includes(code) ? code : picture));
/** Safe number of arguments for one call. */
const PIECE = 8192;

/** A loop: a search with individual replacements takes five times as long in text full of control characters. */
function showControls(text: string, pictures: Uint16Array): string {
  let shown = '';
  for (let start = 0; start < text.length; start += PIECE) {
    const piece = new Uint16Array(Math.min(PIECE, text.length - start));
    for (let i = 0; i < piece.length; i += 1) {
      const code = text.charCodeAt(start + i);
      piece[i] = pictures[code] ?? code;
    }
    // Accepts anything with a length, although the type does not express this.
    shown += String.fromCharCode.apply(null, piece as unknown as number[]);
  }
  return shown;
}

/** True when trim might change a text. Trim itself costs more than all other steps here. */
function hasBlankEnd(text: string): boolean {
  return !isVisibleAscii(text.charCodeAt(0)) || !isVisibleAscii(text.charCodeAt(text.length - 1));
}

function isVisibleAscii(char: number): boolean {
  return char > 0x20 && char < 0x7f;
}

/** True when a text needs no repair. */
function isPlain(text: string): boolean {
  if (text.length > SHORT) return text.search(REPAIRED) === -1;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (char < 0x20 || (char >= DELETE && (char < 0xa0 || char >= MARKS))) return false;
  }
  return true;
}
