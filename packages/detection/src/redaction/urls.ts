import { REDACTED, type Span } from './span.ts';

/** No URL is looked at further than this. */
const URL_LIMIT = 2_048;
/** What no URL holds: what follows is another word. */
const URL_END = /[\s"'<>]/;
/** A list of URLs is one word: each is looked at on its own. */
const NEXT_URL = /[,;|&=][a-z][a-z0-9+.-]{0,30}:\/\//i;
/** Schemes whose paths are names of databases and queues, in which no `@` stands. */
const DATABASE =
  /(?:^|[^a-z])(?:postgres(?:ql)?|mysqlx?|mariadb|mssql|sqlserver|oracle|mongodb|rediss?|amqps?|db2|clickhouse)(?:\+\w{1,20})?$/i;
const SCHEME_LIMIT = 40;
/** What may follow the name of a host: nothing, a port, and in some connection strings more. */
const PORT = /^\d{0,5}(?:[;,]|$)/;

/** `scheme://name:SECRET@host`, also where the secret holds a `/`, `?` or `#` that should have been escaped. */
export function urlSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const scheme = text.slice(Math.max(0, at - SCHEME_LIMIT), at);
    const rest = text.slice(at + 3, at + 3 + URL_LIMIT);
    const url = upTo(upTo(rest, URL_END), NEXT_URL);
    const secret = secretIn(url, DATABASE.test(scheme));
    if (secret !== null) spans.push({ start: at + 3 + secret.start, end: at + 3 + secret.end, by: REDACTED });
  }
  return spans;
}

/** Where the secret stands in what follows `://`. */
function secretIn(url: string, isDatabase: boolean): { start: number; end: number } | null {
  const authority = upTo(url, /[/?#]/);
  const path = upTo(url, /[?#]/);
  const colon = authority.indexOf(':');
  const at = authority.lastIndexOf('@');
  // `[` opens an address of version 6.
  if (colon === -1 || authority.startsWith('[')) return null;
  const start = colon + 1;
  if (at > colon) return { start, end: (isDatabase ? path : authority).lastIndexOf('@') };
  const isPort = PORT.test(authority.slice(start));
  // `host:8080/name@version` and `name@host:…` are no secrets; `name:se/cret@host` has no port.
  if (!isDatabase && (isPort || at !== -1)) return null;
  const end = path.lastIndexOf('@');
  if (end > colon) return { start, end };
  return isPort || !url.includes('@', start) ? null : { start, end: url.lastIndexOf('@') };
}

function upTo(text: string, mark: RegExp): string {
  const end = text.search(mark);
  return end === -1 ? text : text.slice(0, end);
}
