import type { Word } from '../commandWords.ts';
import { programName } from './programs.ts';
import { REDACTED, type Span } from './span.ts';

const POWERSHELL = new Set(['powershell', 'pwsh', 'powershell_ise']);
/** PowerShell accepts any prefix of `-EncodedCommand`, and `-ec`. */
const OPTION = /^[-/](?:ec|e|en|enc|enco|encod|encode|encoded|encodedc\w{0,7})$/i;
const BASE64 = /^[A-Za-z0-9+/]{4,}={0,2}$/;

/** Encoded PowerShell scripts: decoded, redacted and encoded again. An unreadable script is replaced completely. */
export function encodedSpans(words: readonly Word[], redact: (script: string) => string): Span[] {
  const spans: Span[] = [];
  let isPowerShell: boolean | undefined;
  for (const [index, option] of words.entries()) {
    const value = words[index + 1];
    if (value === undefined || !OPTION.test(option.text)) continue;
    isPowerShell ??= words.some(({ text }) => POWERSHELL.has(programName(text)));
    if (!isPowerShell) return [];
    const by = withoutSecrets(value.text, redact);
    if (by !== value.text) spans.push({ start: value.start, end: value.end, by });
  }
  return spans;
}

function withoutSecrets(encoded: string, redact: (script: string) => string): string {
  if (encoded === REDACTED) return encoded;
  if (!BASE64.test(encoded)) return REDACTED;
  const script = Buffer.from(encoded, 'base64').toString('utf16le');
  const redacted = redact(script);
  return redacted === script ? encoded : Buffer.from(redacted, 'utf16le').toString('base64');
}
