import { splitWords } from '../commandWords.ts';
import { keyedSpans } from './keyed.ts';
import { optionSpans } from './options.ts';
import { phraseSpans } from './phrases.ts';
import { type Note, replaceSpans } from './span.ts';
import { urlSpans } from './urls.ts';

/** Longer than any Windows command line; the rest is cut, because secrets in it cannot be identified. */
const LENGTH_LIMIT = 65_536;

/**
 * A command line without its secrets: values of `-P`, `--password`, `PGPASSWORD=`, `pwd=…;` and similar, and of URLs. Text read
 * by the rules (`-U`, `-S`, `user=`, `server=`, hosts of URLs) is unchanged. Takes time linear in the length.
 * @param note called with each secret
 */
export function redactCommandLine(line: string, note?: Note): string {
  const text = line.length > LENGTH_LIMIT ? line.slice(0, LENGTH_LIMIT) : line;
  const spans = [
    ...optionSpans(text, (script) => redactCommandLine(script, note)),
    ...keyedSpans(text, quotedRegions(text)),
    ...urlSpans(text),
    ...phraseSpans(text),
  ];
  return replaceSpans(text, spans, note);
}

/** The same for text other than command lines: removes only self-explanatory secrets. */
export function redactText(text: string, note?: Note): string {
  const spans = [...keyedSpans(text, quotedRegions(text)), ...urlSpans(text), ...phraseSpans(text)];
  return replaceSpans(text, spans, note);
}

/** Returns a function for the start of the quoted region at a position. Positions must be passed in ascending order. */
function quotedRegions(text: string): (at: number) => number | null {
  let words: ReturnType<typeof splitWords> | null = null;
  let index = 0;
  let seen = -1;
  let quote = -1;
  return (at) => {
    words ??= splitWords(text);
    while (words[index] !== undefined && words[index]!.end <= at) index += 1;
    const word = words[index];
    if (word === undefined || word.start > at) return null;
    if (seen !== index) {
      seen = index;
      quote = text.slice(word.start, word.end).indexOf('"');
    }
    const opening = word.start + quote;
    return quote !== -1 && opening < at ? opening + 1 : null;
  };
}
