import { isAbsent, NAME_LIMIT } from '../names.ts';

/** Characters of a command line that are kept; Windows allows 32,767. */
export const COMMAND_LINE_LIMIT = 65_536;

/** Trimmed and capped text of a name; null when it is absent (`-`, empty, NULL). */
export function cleanName(text: string): string | null {
  return clean(text, NAME_LIMIT);
}

export function cleanCommandLine(text: string): string | null {
  return clean(text, COMMAND_LINE_LIMIT);
}

/** As a name, but of a path that is too long the end is kept: there stands the file name that rules look at. */
export function cleanPath(text: string): string | null {
  const path = text.trim();
  return clean(path.length > NAME_LIMIT ? path.slice(-NAME_LIMIT) : path, NAME_LIMIT);
}

function clean(text: string, limit: number): string | null {
  let kept = text.trim();
  if (isAbsent(kept)) return null;
  if (kept.length > limit) kept = kept.slice(0, limit).trimEnd();
  // PostgreSQL stores neither NUL nor halves of surrogate pairs; they stay visible so that they hide nothing.
  if (kept.includes('\0')) kept = kept.replaceAll('\0', '\uFFFD');
  return kept.isWellFormed() ? kept : kept.toWellFormed();
}
