import { REDACTED, type Span } from './span.ts';

/** Names whose value is a secret, also inside a longer name: `PGPASSWORD=`, `--db-password=`, `"api_key":`. */
const KEY = new RegExp(
  [
    // A self-explanatory name before `=` or `:`.
    String.raw`(?:pass(?:word|wd|phrase|code)|pwd|secret(?:[-_]?(?:access[-_]?)?key)?|(?:api|access|account|private|sharedaccess|storage)[-_]?key|keymaterial|token)(?:s|\d{1,3})?\\?["']?[ \t]{0,8}[=:]`,
    // Short names occur inside other words: only before `=`, or in quotes.
    String.raw`(?:(?<!by|com|sur|tres)pass|(?<![a-z0-9])(?:psk|sig|pw|_auth)|(?<=_)auth)(?:\\?["']?[ \t]{0,8}=|\\?["'][ \t]{0,8}:)`,
  ].join('|'),
  'gi',
);
const BLANKS = /[ \t]{0,8}/y;
const NEXT_PAIR = /^\s{0,8}[a-z][a-z0-9_ -]{0,40}=/i;
const VALUE_LIMIT = 1_024;

/**
 * Values of `password=`, `pwd=`, `PGPASSWORD=`, `token:` and similar, in connection strings, URLs, environment settings and JSON.
 * `quotedFrom(at)` returns the start of the double-quoted region that contains `at`, or null. Linear: each value is read once.
 */
export function keyedSpans(text: string, quotedFrom: (at: number) => number | null): Span[] {
  const spans: Span[] = [];
  KEY.lastIndex = 0;
  for (let match = KEY.exec(text); match !== null; match = KEY.exec(text)) {
    const start = valueStart(text, match.index + match[0].length);
    const end = valueEnd(text, match.index, start, quotedFrom);
    const value = text.slice(start, end);
    // Asterisks are an earlier redaction or a wildcard.
    if (value !== '' && !/^\*+$/.test(value)) spans.push({ start, end, by: quotedLike(value) });
    KEY.lastIndex = Math.max(start, end);
  }
  return spans;
}

/** Start of a value after its name; `N'…'` is SQL text. */
function valueStart(text: string, at: number): number {
  BLANKS.lastIndex = at;
  BLANKS.test(text);
  const start = BLANKS.lastIndex;
  return /^n'/i.test(text.slice(start, start + 2)) ? start + 1 : start;
}

/** The replacement keeps the quotes of the value, so that the rest of the line parses as before. */
function quotedLike(value: string): string {
  const marks = /^(\\["']|["'])[\s\S]*\1$/.exec(value)?.[1] ?? '';
  if (value.startsWith('{') && value.endsWith('}')) return `{${REDACTED}}`;
  return marks + REDACTED + marks;
}

function valueEnd(
  text: string,
  key: number,
  start: number,
  quotedFrom: (at: number) => number | null,
): number {
  const first = text[start];
  if (first === '\\' && (text[start + 1] === '"' || text[start + 1] === "'")) {
    const closing = text.indexOf(text.slice(start, start + 2), start + 2);
    return closing === -1 ? text.length : closing + 2;
  }
  if (first === '"') return afterQuote(text, start);
  if (first === "'") {
    const closing = text.indexOf("'", start + 1);
    return closing === -1 ? text.length : closing + 1;
  }
  if (first === '{') return afterBrace(text, start);
  const region = quotedFrom(key);
  if (region === null && opensSingle(text, key)) {
    const closing = text.indexOf("'", start);
    return closing === -1 ? text.length : closing;
  }
  return region === null ? plainEnd(text, start) : quotedEnd(text, region, key, start);
}

/** True when a single quote opens in the word that contains the key: `'name=SECRET'`. */
function opensSingle(text: string, key: number): boolean {
  const before = text.slice(Math.max(0, key - 64), key);
  return before.slice(before.search(/\S*$/)).includes("'");
}

/** Position after the quote that closes the one at `start`; a preceding backslash or a doubled quote escapes it. */
function afterQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') {
      if (text[at + 1] !== '"') return at + 1;
      at += 1;
    }
  }
  return text.length;
}

/** ODBC: `{a;b}`, in which `}}` is one brace. */
function afterBrace(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '}') continue;
    if (text[at + 1] !== '}') return at + 1;
    at += 1;
  }
  return text.length;
}

function plainEnd(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === ';' || char === '"' || isBlank(char)) break;
    if (char === '&' && endsAtAmpersand(text, at)) break;
    if ((char === ',' || char === '|') && NEXT_PAIR.test(text.slice(at + 1, at + 60))) break;
  }
  return at;
}

/** `&` separates URL parameters and shell commands; inside a secret it is a character. */
function endsAtAmpersand(text: string, at: number): boolean {
  const next = text[at + 1];
  return next === undefined || next === '&' || isBlank(next) || NEXT_PAIR.test(text.slice(at + 1, at + 60));
}

/**
 * Inside quotes: in a connection string a value may hold blanks and extends to `;`, the quote, or an obvious next option or
 * command; in any other text a blank ends it.
 */
function quotedEnd(text: string, region: number, key: number, start: number): number {
  const before = text.slice(Math.max(region, key - 40), key);
  const ahead = text.slice(start, start + VALUE_LIMIT);
  const semicolon = ahead.indexOf(';');
  const opensString = /^[a-z0-9_ -]*$/i.test(before) && key - region <= 40;
  const isConnectionString =
    /;[a-z0-9_ -]*$/i.test(before) ||
    (opensString && semicolon !== -1 && NEXT_PAIR.test(ahead.slice(semicolon + 1, semicolon + 60)));
  if (!isConnectionString) return plainEnd(text, start);
  let at = start;
  for (; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === ';' || char === '"') break;
    if (char === '\\' && text[at + 1] === '"') break;
    if (isBlank(char) && /^\s+(?:[-/]{1,2}[a-z]|&&|\|)/i.test(text.slice(at, at + 8))) break;
  }
  return at;
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\n' || char === '\r';
}
