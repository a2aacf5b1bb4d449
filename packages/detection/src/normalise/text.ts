import { isAbsent, NAME_LIMIT } from '../names.ts';

/** Characters of a command line that are kept; Windows allows 32,767. */
export const COMMAND_LINE_LIMIT = 65_536;

/** Up to this length a loop is faster than the engine's own searches. */
const SHORT = 64;

/** Trimmed and capped text of a name; null when it is absent (`-`, empty, NULL). Control characters become their pictures. */
export function cleanName(text: string): string | null {
  return clean(text, NAME_LIMIT, CONTROLS);
}

/** As a name, but tabs and line ends stay: they part the words of a command line. */
export function cleanCommandLine(text: string): string | null {
  return clean(text, COMMAND_LINE_LIMIT, CONTROLS_BUT_BLANKS);
}

/** As a name, but of a path that is too long the end is kept: there stands the file name that rules look at. */
export function cleanPath(text: string): string | null {
  return clean(text.length > NAME_LIMIT ? text.trim().slice(-NAME_LIMIT) : text, NAME_LIMIT, CONTROLS);
}

function clean(text: string, limit: number, controls: RegExp): string | null {
  let kept = hasBlankEnd(text) ? text.trim() : text;
  if (isAbsent(kept)) return null;
  if (kept.length > limit) kept = kept.slice(0, limit).trimEnd();
  return isPlain(kept) ? kept : kept.replace(controls, pictureOf).toWellFormed();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\0-\x1f\x7f-\x9f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS_BUT_BLANKS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
const DELETE = 0x7f;

/**
 * A control character made visible, as one character, so that it hides nothing, steers no terminal, and is no longer in JSON than
 * on screen: U+0007 is ␇. Those beyond ASCII have no picture.
 */
function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === DELETE ? '␡' : '\uFFFD';
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
