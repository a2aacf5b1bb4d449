import { isAbsent, NAME_LIMIT, plainAddress } from '../names.ts';

/** Characters of a command line that are kept; Windows allows 32,767. */
export const COMMAND_LINE_LIMIT = 65_536;

/** Up to this length a loop is faster than the engine's own searches. */
const SHORT = 64;

/** Trimmed and capped text of a name; null when it is absent (`-`, empty, NULL). Control characters become their pictures. */
export function cleanName(text: string): string | null {
  return clean(text, NAME_LIMIT);
}

/** As a name, but tabs and line ends stay: they part the words of a command line. */
export function cleanCommandLine(text: string): string | null {
  return clean(text, COMMAND_LINE_LIMIT, PICTURES_BUT_BLANKS);
}

/** As a name, but of a path that is too long the end is kept: there stands the file name that rules look at. */
export function cleanPath(text: string): string | null {
  return clean(text.length > NAME_LIMIT ? text.trim().slice(-NAME_LIMIT) : text, NAME_LIMIT);
}

/** As a name; an IPv4 address in the form of IPv6 becomes itself. */
export function cleanAddress(text: string): string | null {
  const address = cleanName(text);
  return address === null ? null : plainAddress(address);
}

function clean(text: string, limit: number, pictures = PICTURES): string | null {
  let cleaned = hasBlankEnd(text) ? text.trim() : text;
  if (isAbsent(cleaned)) return null;
  if (cleaned.length > limit) cleaned = cleaned.slice(0, limit).trimEnd();
  return isPlain(cleaned) ? cleaned : showControls(cleaned, pictures).toWellFormed();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\0-\x1f\x7f-\x9f]/;
const DELETE = 0x7f;
const BLANKS: readonly number[] = [0x09, 0x0a, 0x0d];
/**
 * By code: the character that is shown for each up to the last control character. A control character has a picture, so that it
 * hides nothing, steers no terminal, and is no longer in JSON than on screen: U+0007 is ␇. Those beyond ASCII have none.
 */
const PICTURES = Uint16Array.from({ length: 0xa0 }, (_, code) => {
  if (code < 0x20) return 0x2400 + code;
  if (code === DELETE) return 0x2421;
  return code > DELETE ? 0xfffd : code;
});
const PICTURES_BUT_BLANKS = PICTURES.map((picture, code) => (BLANKS.includes(code) ? code : picture));
/** Arguments that one call may safely have. */
const PIECE = 8192;

/** Written as a loop: a search with a replacement for each takes five times as long in a text that is full of control characters. */
function showControls(text: string, pictures: Uint16Array): string {
  let shown = '';
  for (let start = 0; start < text.length; start += PIECE) {
    const piece = new Uint16Array(Math.min(PIECE, text.length - start));
    for (let i = 0; i < piece.length; i += 1) {
      const code = text.charCodeAt(start + i);
      piece[i] = pictures[code] ?? code;
    }
    // Takes anything with a length, which its type does not say.
    shown += String.fromCharCode.apply(null, piece as unknown as number[]);
  }
  return shown;
}

/** True when trim might change a text. Trim itself costs more than all else here. */
function hasBlankEnd(text: string): boolean {
  return !isVisibleAscii(text.charCodeAt(0)) || !isVisibleAscii(text.charCodeAt(text.length - 1));
}

function isVisibleAscii(char: number): boolean {
  return char > 0x20 && char < 0x7f;
}

/** True when nothing in a text needs repair. */
function isPlain(text: string): boolean {
  if (text.length > SHORT) return text.search(CONTROLS) === -1 && text.isWellFormed();
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (char < 0x20 || (char >= DELETE && char < 0xa0) || char >= 0xd800) return false;
  }
  return true;
}
