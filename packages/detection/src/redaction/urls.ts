import { REDACTED, type Span } from './span.ts';

/** Maximum examined length of a URL. */
const URL_LIMIT = 2_048;
/** Characters that end a URL. */
const URL_END = /[\s"'<>]/;
/** A list of URLs is one word: each is examined separately. */
const NEXT_URL = /[,;|&=][a-z][a-z0-9+.-]{0,30}:\/\//i;
/** Schemes whose paths are names of databases and queues, which contain no `@`. */
const DATABASE =
  /(?:^|[^a-z])(?:postgres(?:ql)?|mysqlx?|mariadb|mssql|sqlserver|oracle|mongodb|rediss?|amqps?|db2|clickhouse)(?:\+\w{1,20})?$/i;
const SCHEME_LIMIT = 40;
/** Text that can follow the colon after a host name: nothing, or a port, and more in some connection strings. */
const PORT = /^(?:\d{1,5}(?:[;,]|$)|$)/;
/** `name:password` before the `@` that ends it, or followed by nothing. */
const OPEN_PASSWORD = /^[^/?#[:]*:(?!\d{1,5}(?:[;,/?#]|$))[^@]*@?$/;

/**
 * `scheme://name:SECRET@host`, even if the secret holds an unescaped `/`, `?` or `#`. Takes time linear in the length: marks are
 * searched once, and a URL is read only as far as its secret can reach.
 */
export function urlSpans(text: string): Span[] {
  const spans: Span[] = [];
  const ends = ahead(text, URL_END);
  const ats = ahead(text, /@/);
  const laterAts = ahead(text, /@/);
  const authorityEnds = ahead(text, /[/?#]/);
  const pathEnds = ahead(text, /[?#]/);
  let from = 0;
  for (let mark = text.indexOf('://'); mark !== -1; mark = text.indexOf('://', from)) {
    from = mark + 3;
    const end = Math.min(ends(from), from + URL_LIMIT);
    // No secret is without `@` after it.
    if (ats(from) >= end) continue;
    // Contains no other `://`, so that no character is read for two URLs.
    const authority = text.slice(from, Math.min(authorityEnds(from), end));
    const colon = authority.indexOf(':');
    if (colon === -1 || authority.startsWith('[')) continue;
    const isDatabase = DATABASE.test(text.slice(Math.max(0, mark - SCHEME_LIMIT), mark));
    const at = authority.lastIndexOf('@');
    const isPort = PORT.test(authority.slice(colon + 1));
    if (!isDatabase && at <= colon && (at !== -1 || isPort)) continue;
    const pathEnd = Math.min(pathEnds(from), end);
    const isInPath = (isDatabase && isPort) || laterAts(from + colon) < pathEnd;
    const inAuthority = !isDatabase && at > colon;
    // With the `//` of a URL that follows in a list.
    const reach = inAuthority ? Math.min(from + authority.length + 2, end) : isInPath ? pathEnd : end;
    const secret = secretIn(firstOfList(text.slice(from, reach)), isDatabase);
    if (secret === null) continue;
    spans.push({ start: from + secret.start, end: from + secret.end, by: REDACTED });
    // A `://` in the secret is part of it.
    from += secret.end;
  }
  return spans;
}

/** Finds the next match at or after a position, or the text's end. Positions never decrease, so each character is read once. */
function ahead(text: string, mark: RegExp): (from: number) => number {
  const pattern = new RegExp(mark, 'g');
  let found = -1;
  return (from) => {
    if (found < from) {
      pattern.lastIndex = from;
      found = pattern.exec(text)?.index ?? text.length;
    }
    return found;
  };
}

/** The first URL of a list. Text that looks like another URL inside a password does not end it: `name:a,b://c@host`. */
function firstOfList(text: string): string {
  const first = upTo(text, NEXT_URL);
  if (first === text || !OPEN_PASSWORD.test(first)) return first;
  const at = text.indexOf('@', first.length);
  return at === -1 ? text : text.slice(0, at + 2) + upTo(text.slice(at + 2), NEXT_URL);
}

/** Position of the secret in the text after `://`. */
function secretIn(url: string, isDatabase: boolean): { start: number; end: number } | null {
  const authority = upTo(url, /[/?#]/);
  const path = upTo(url, /[?#]/);
  const colon = authority.indexOf(':');
  const at = authority.lastIndexOf('@');
  // `[` starts an IPv6 address.
  if (colon === -1 || authority.startsWith('[')) return null;
  const start = colon + 1;
  if (at > colon) return { start, end: (isDatabase ? path : authority).lastIndexOf('@') };
  const isPort = PORT.test(authority.slice(start));
  // `host:8080/name@version` and `name@host:…` are not secrets; `name:se/cret@host` has no port.
  if (!isDatabase && (isPort || at !== -1)) return null;
  const end = path.lastIndexOf('@');
  if (end > colon) return { start, end };
  return isPort || !url.includes('@', start) ? null : { start, end: url.lastIndexOf('@') };
}

function upTo(text: string, mark: RegExp): string {
  const end = text.search(mark);
  return end === -1 ? text : text.slice(0, end);
}

/** The beginning of a URL behind its scheme, also as some JSON writes it. */
const BEGIN = /:\\?\/\\?\//g;
/** Maximum characters of a name and password in a URL. */
const NAME_LIMIT = 256;
const GAP = /[\s"]/;

/**
 * True if a URL may have a name or a password before an `@`. Looks at each beginning and each `@` once: a pattern would look through
 * 256 characters behind each of 20,000 beginnings.
 */
export function mayHoldUrlWithName(text: string): boolean {
  let at = text.indexOf('@');
  let behind = -1;
  const isNamed = (): boolean =>
    behind !== -1 && at - behind <= NAME_LIMIT && !GAP.test(text.slice(behind, at));
  BEGIN.lastIndex = 0;
  while (at !== -1 && BEGIN.test(text)) {
    const next = BEGIN.lastIndex;
    for (; at !== -1 && at < next; at = text.indexOf('@', at + 1)) {
      if (isNamed()) return true;
      behind = -1;
    }
    behind = next;
  }
  return at !== -1 && isNamed();
}
