import { isAbsent, NAME_LIMIT } from '../names.ts';

/** Characters of a command line that are kept; Windows allows 32,767. */
export const COMMAND_LINE_LIMIT = 65_536;

/** Up to this length a loop is faster than the engine's own searches. */
const SHORT = 64;

/** Trimmed and capped text of a name; null when it is absent (`-`, empty, NULL). */
export function cleanName(text: string): string | null {
  return clean(text, NAME_LIMIT);
}

export function cleanCommandLine(text: string): string | null {
  return clean(text, COMMAND_LINE_LIMIT);
}

/** As a name, but of a path that is too long the end is kept: there stands the file name that rules look at. */
export function cleanPath(text: string): string | null {
  return clean(text.length > NAME_LIMIT ? text.trim().slice(-NAME_LIMIT) : text, NAME_LIMIT);
}

function clean(text: string, limit: number): string | null {
  let kept = hasBlankEnd(text) ? text.trim() : text;
  if (isAbsent(kept)) return null;
  if (kept.length > limit) kept = kept.slice(0, limit).trimEnd();
  return isPlain(kept) ? kept : repaired(kept);
}

/** PostgreSQL stores neither NUL nor halves of surrogate pairs; they stay visible so that they hide nothing. */
function repaired(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
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
  if (text.length > SHORT) return !text.includes('\0') && text.isWellFormed();
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (char === 0 || char >= 0xd800) return false;
  }
  return true;
}
