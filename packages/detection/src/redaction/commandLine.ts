import { splitWords } from '../commandWords.ts';
import { keyedSpans } from './keyed.ts';
import { optionSpans } from './options.ts';
import { phraseSpans } from './phrases.ts';
import { replaceSpans } from './span.ts';
import { urlSpans } from './urls.ts';

/** Longest command line of Windows, with room; what is longer is cut, because whoever reads it cannot tell its secrets apart. */
const LENGTH_LIMIT = 65_536;

/**
 * A command line without its secrets: values of `-P`, `--password`, `PGPASSWORD=`, `pwd=…;` and their like, and of URLs. What the
 * rules read (`-U`, `-S`, `user=`, `server=`, hosts of URLs) stays as it is. Takes time linear in the length.
 */
export function redactCommandLine(line: string): string {
  const text = line.length > LENGTH_LIMIT ? line.slice(0, LENGTH_LIMIT) : line;
  return replaceSpans(text, [
    ...optionSpans(text, redactCommandLine),
    ...keyedSpans(text, quotedRegions(text)),
    ...urlSpans(text),
    ...phraseSpans(text),
  ]);
}

/** The same for text that is no command line: only what says itself that it is a secret. */
export function redactText(text: string): string {
  return replaceSpans(text, [
    ...keyedSpans(text, quotedRegions(text)),
    ...urlSpans(text),
    ...phraseSpans(text),
  ]);
}

/** Tells where the quotes open that hold a place in a text. Places must be asked for in ascending order. */
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
