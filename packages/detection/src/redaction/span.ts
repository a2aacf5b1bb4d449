/** The replacement for a secret. */
export const REDACTED = '[redacted]';

/** Characters `start` to `end` of a text to replace. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** What was replaced, and a few characters before it. */
export interface Replaced {
  readonly before: string;
  readonly text: string;
  readonly by: string;
}

/** Called with everything that is replaced in a text. */
export type Note = (replaced: Replaced) => void;

/** Length of the text before a replaced one. */
const BEFORE = 16;

/** The text with its spans replaced. Overlapping spans are replaced once, by the first one's replacement. */
export function replaceSpans(text: string, spans: readonly Span[], note?: Note): string {
  if (spans.length === 0) return text;
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  let result = '';
  let at = 0;
  for (const { start, end, by } of sorted) {
    if (start >= at) {
      note?.({ before: text.slice(Math.max(0, start - BEFORE), start), text: text.slice(start, end), by });
      result += text.slice(at, start) + by;
      at = end;
    } else at = Math.max(at, end);
  }
  return result + text.slice(at);
}
