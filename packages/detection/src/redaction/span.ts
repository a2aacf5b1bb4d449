/** The replacement for a secret. */
export const REDACTED = '[redacted]';

/** Characters `start` to `end` of a text to replace. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** The text with its spans replaced. Overlapping spans are replaced once, by the first one's replacement. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  let result = '';
  let at = 0;
  for (const { start, end, by } of sorted) {
    if (start >= at) {
      result += text.slice(at, start) + by;
      at = end;
    } else at = Math.max(at, end);
  }
  return result + text.slice(at);
}
