import { splitWords } from './commandWords.ts';
import { NAME_LIMIT } from './names.ts';

/** Servers and users named in a command line, not stripped. */
export type Connection = { users: string[]; servers: string[] };

/** A key of a connection string or URL with its `=`, not preceded by a letter, digit or underscore. */
const KEYED =
  /(?<![\p{L}\p{N}_])(?:(user(?: ?id|[ -]?name)?|uid)|(?:server(?:[ -]?name)?|data ?source|host(?:name)?))[ \t]{0,8}=[ \t]{0,8}/giu;
/** Options with free text as value: a query or a password, never a connection. */
const OPAQUE = /^[-/][QqP]$/;
const OPAQUE_ATTACHED = /^[-/][Qq]./s;
const FLAGS: Readonly<Record<string, keyof Connection>> = { U: 'users', S: 'servers' };
const named = (list: keyof Connection | null, names: string): [string, keyof Connection | null][] =>
  names.split(' ').flatMap((name) => [
    [`-${name}`, list],
    [`/${name}`, list],
  ]);
/** Options that are read as whole words, without case; null: they begin like a flag and are none. */
const LONG_FLAGS = new Map<string, keyof Connection | null>([
  ['--user-name', 'users'],
  ['--server', 'servers'],
  ...named('users', 'user username'),
  ...named('servers', 'server serverinstance servername sqlinstance'),
  ...named(
    null,
    'secfix save scope script scriptblock scriptfile search searchbase session sessionoption silent silentlycontinue skip sort source startfolder state status stop sta subject summary sync system uac unattend unattended unicode uninstall unique unblock until update upgrade uri url usessl utf8 utctime',
  ),
]);
/** A URL's authority: ends at the end of a value, or before a path, query or fragment; longer ones are cut. */
const URL_AUTHORITY = new RegExp(`(?<=://)[^\\s;&|"'{}<>/?#]{1,${NAME_LIMIT}}`, 'g');
const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '{': '}' };

/**
 * Reads `-U` and `-S` (case-sensitive, with or without a space or `=`, also `/U` and `/S`), `--user-name`, `--server` and long
 * options as whole words (`-ServerInstance`, `-Username`), then `user=`, `server=` and their usual synonyms in connection strings
 * and URLs, then the user and host of URLs.
 *
 * Takes time linear in the line's length. Returns every mention, so that a leading decoy hides nothing; ignores the contents of a
 * query (`-Q`) or password (`-P`).
 */
export function connectionOf(commandLine: string): Connection {
  const found: Connection = { users: [], servers: [] };
  const visible = readFlags(commandLine, found);
  readKeyed(visible, found);
  readUrls(visible, found);
  return found;
}

/** Adds the values of flags; returns the line without the values of opaque options. */
function readFlags(commandLine: string, found: Connection): string {
  const words = splitWords(commandLine);
  let visible = '';
  let kept = 0;
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]!;
    const next = words[i + 1];
    const hidden = OPAQUE_ATTACHED.test(word.text) ? word : OPAQUE.test(word.text) ? next : undefined;
    if (hidden !== undefined) {
      visible += `${commandLine.slice(kept, hidden.start)} `;
      kept = hidden.end;
      if (hidden === next) i += 1;
      continue;
    }
    const flag = flagOf(word.text);
    if (flag === null) continue;
    if (flag.value !== '') add(found[flag.list], flag.value);
    else if (next !== undefined && !next.text.startsWith('-')) {
      add(found[flag.list], next.text);
      i += 1;
    }
  }
  return visible + commandLine.slice(kept);
}

/** The list that a flag fills, with its attached value ('' if the value is the next word); null for any other word. */
function flagOf(word: string): { list: keyof Connection; value: string } | null {
  const long = LONG_FLAGS.get(word.toLowerCase());
  if (long !== undefined) return long === null ? null : { list: long, value: '' };
  const mark = word[0];
  const list = mark === '-' || mark === '/' ? FLAGS[word[1] ?? ''] : undefined;
  if (list === undefined) return null;
  const attached = word.slice(2);
  // `-Server=X` is a keyed value, `/Users/x` a path.
  if (/^(?:ser|erver)[ -]?(?:id|name)?=/i.test(attached)) return null;
  if (mark === '/' && attached.includes('/')) return null;
  return { list, value: attached.replace(/^=/, '') };
}

/** A value ends before the next key, so that no character belongs to two values. */
function readKeyed(text: string, found: Connection): void {
  const keys = [...text.matchAll(KEYED)];
  for (const [index, key] of keys.entries()) {
    const start = key.index + key[0].length;
    const closing = CLOSING[text[start] ?? ''];
    const from = closing === undefined ? start : start + 1;
    const value = text.slice(from, Math.min(from + NAME_LIMIT, keys[index + 1]?.index ?? text.length));
    const end = closing === undefined ? value.search(/[\s;&|"'{}<>]/) : value.indexOf(closing);
    add(key[1] === undefined ? found.servers : found.users, end === -1 ? value : value.slice(0, end));
  }
}

/** `scheme://user:password@host:port/…`. An authority ends before the next `://`, so that no character belongs to two of them. */
function readUrls(text: string, found: Connection): void {
  for (const [authority] of text.matchAll(URL_AUTHORITY)) {
    const host = authority.lastIndexOf('@') + 1;
    add(found.servers, authority.slice(host));
    if (host > 0) add(found.users, authority.slice(0, host - 1).split(':', 1)[0]!);
  }
}

function add(list: string[], value: string): void {
  const text = value
    .slice(0, NAME_LIMIT)
    .replace(/^(['"])(.*)\1$/s, '$2')
    .trim();
  if (text !== '') list.push(text);
}
