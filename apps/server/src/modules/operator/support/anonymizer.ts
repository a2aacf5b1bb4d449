import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { programFolder } from './vocabulary.ts';

/** Known names by their kind. */
export type KnownNames = Readonly<Partial<Record<NameKind, Iterable<string>>>>;

type NameKind = 'organization' | 'person' | 'mail' | 'host' | 'account' | 'domain' | 'label';
type TokenKind = NameKind | 'address' | 'id' | 'word';

export interface AnonymizerOptions {
  /** Words that are kept, in lower case. */
  readonly vocabulary: ReadonlySet<string>;
  readonly names: KnownNames;
  readonly secrets: Iterable<string>;
}

/** Fields whose texts are names as a whole. */
const NAME_FIELDS: Readonly<Record<string, TokenKind>> = {
  address: 'address',
  company_name: 'organization',
  email: 'mail',
  host: 'host',
  hostname: 'host',
  ip: 'address',
  remoteaddress: 'address',
  tenant: 'id',
  tenant_id: 'id',
};
const SECRET_FIELDS = /secret|token|password|passwd|credential|cookie|authorization|session|api_?key/i;

/** Stands for the program's folder while a text is read: a character without a meaning of its own. */
const OWN_FOLDER = '\uE000';

/** Patterns by which a text is read, the first match counts. */
const PIECES = [
  String.raw`(?<program>\uE000[\w./@+-]*)`,
  String.raw`(?<mail>[^\s"'\x60<>()[\]{},;:=|\\/]+@[^\s"'\x60<>()[\]{},;:=|\\/]+)`,
  String.raw`(?<mac>\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b)`,
  String.raw`(?<time>\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?(?![\w-]))`,
  String.raw`(?<address>[0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*|\b\d{1,3}(?:\.\d{1,3}){3}\b)`,
  String.raw`(?<word>[^\s"'\x60,;:()[\]{}<>=|/\\@!?*&#+‹›\uE000]+(?:['’][a-z]+)?)`,
];
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Short numbers, versions and measures; longer ones may number a person. */
const NUMBER = /^-?(?:v?\d{1,5}|\d{1,9}\.\d{1,6}|\d{1,12}(?:ms|s|min|h|d|kB|KiB|MB|MiB|GB|GiB|bytes|%))$/;
const OWN_SCHEMA = /^(?:scout|auth|pgboss|pg_catalog|public)\./;
const OWN_OBJECT = /_(?:p?\d{8}|pkey|key|fkey|check|idx|excl|id|at|default)\d?$/;
const SHORTEST_SECRET = 4;

/**
 * Takes names and secrets out of texts. Every word is replaced that the program does not use itself, and every known name. The same
 * name gets the same token throughout; the key of the tokens is random and is forgotten, so that none can be turned back.
 */
export class Anonymizer {
  readonly #key = randomBytes(32);
  readonly #tokens = new Map<string, string>();
  readonly #vocabulary: ReadonlySet<string>;
  readonly #known = new Map<string, NameKind>();
  /** Names of several words by their first one, longest first. */
  readonly #phrases = new Map<string, { text: string; kind: NameKind }[]>();
  readonly #secrets: readonly string[];

  constructor({ vocabulary, names, secrets }: AnonymizerOptions) {
    this.#vocabulary = vocabulary;
    this.#secrets = [...new Set(secrets)]
      .filter((secret) => secret.length >= SHORTEST_SECRET)
      .sort((one, other) => other.length - one.length);
    for (const [kind, list] of Object.entries(names) as [NameKind, Iterable<string>][])
      for (const name of list) this.#know(name.trim().toLowerCase(), kind);
    for (const list of this.#phrases.values()) list.sort((one, other) => other.text.length - one.text.length);
  }

  /** A text without names and secrets. */
  text(text: string): string {
    let given = text;
    for (const secret of this.#secrets) given = given.replaceAll(secret, '[secret]');
    given = given.replaceAll(OWN_FOLDER, '').replaceAll(`file://${programFolder}`, OWN_FOLDER);
    given = given.replaceAll(programFolder, OWN_FOLDER);
    const pieces = new RegExp(PIECES.join('|'), 'giu');
    let result = '';
    let at = 0;
    for (let found = pieces.exec(given); found; found = pieces.exec(given)) {
      const phrase = this.#phraseAt(given, found.index);
      result += given.slice(at, found.index) + (phrase?.token ?? this.#piece(found[0], found.groups!));
      at = phrase?.end ?? pieces.lastIndex;
      pieces.lastIndex = at;
    }
    return result + given.slice(at);
  }

  /** A value of JSON without names and secrets. */
  value(value: unknown, field = ''): unknown {
    if (typeof value === 'string') {
      if (SECRET_FIELDS.test(field)) return '[secret]';
      const kind = NAME_FIELDS[field.toLowerCase()];
      return kind !== undefined && value !== '' ? this.#token(kind, value) : this.text(value);
    }
    if (Array.isArray(value)) return value.map((one) => this.value(one, field));
    if (value instanceof Date) return value.toISOString();
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [this.text(key), this.value(one, key)]),
    );
  }

  /** A statement without names and secrets: without comments and constants, too. */
  sql(statement: string): string {
    const constants =
      /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\bE'(?:[^'\\]|''|\\[\s\S])*(?:'|$)|'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|(?<![\w$.])\d+(?:\.\d+)?(?!\w)/g;
    return this.text(statement.replace(constants, '?'));
  }

  #know(name: string, kind: NameKind): void {
    if (name === '') return;
    const [first] = new RegExp(PIECES.at(-1)!, 'iu').exec(name) ?? [];
    if (first === undefined) return;
    if (first === name) {
      if (!this.#known.has(name)) this.#known.set(name, kind);
      return;
    }
    const list = this.#phrases.get(first) ?? [];
    if (list.length === 0) this.#phrases.set(first, list);
    list.push({ text: name, kind });
  }

  #phraseAt(text: string, index: number): { token: string; end: number } | undefined {
    if (this.#phrases.size === 0) return undefined;
    const [first] = new RegExp(PIECES.at(-1)!, 'iuy').exec(text.slice(index, index + 200)) ?? [];
    for (const { text: name, kind } of this.#phrases.get(first?.toLowerCase() ?? '') ?? []) {
      const end = index + name.length;
      if (text.slice(index, end).toLowerCase() === name) return { token: this.#token(kind, name), end };
    }
    return undefined;
  }

  #piece(piece: string, groups: Record<string, string | undefined>): string {
    if (groups.mail !== undefined) return this.#token('mail', piece);
    if (groups.program !== undefined) return this.#ownFile(piece.slice(OWN_FOLDER.length));
    if (groups.mac !== undefined) return this.#token('address', piece);
    if (groups.time !== undefined) return piece;
    if (groups.address !== undefined)
      return isIP(piece) !== 0 ? this.#token('address', piece) : this.#words(piece);
    return this.#word(piece);
  }

  /** Text that only looked like an address, such as a time of day. */
  #words(text: string): string {
    return text.replace(/[^:]+/g, (word) => this.#word(word));
  }

  /** A path in the program's folder stays if it is one of its files. */
  #ownFile(path: string): string {
    if (existsSync(join(programFolder, path))) return `scout/${path}`;
    return `scout/${path.replace(/[^/]+/g, (word) => this.#word(word))}`;
  }

  #word(word: string): string {
    const [, start = '', name = '', end = ''] = /^([.…–-]*)(.*?)([.…–-]*)$/s.exec(word)!;
    if (name === '') return word;
    const lower = name.toLowerCase();
    const kind = this.#known.get(lower);
    if (kind !== undefined) return start + this.#token(kind, name) + end;
    if (this.#isPlain(name, lower)) return word;
    return start + this.#token(this.#kindOf(name), name) + end;
  }

  #isPlain(name: string, lower: string): boolean {
    if (/^\$\d{1,3}$/.test(name) || NUMBER.test(name)) return true;
    const bare = lower.replace(OWN_SCHEMA, '');
    if (this.#vocabulary.has(bare)) return true;
    // Constraints and partitions of own tables.
    const table = bare.replace(OWN_OBJECT, '');
    return table !== bare && this.#vocabulary.has(table);
  }

  #kindOf(name: string): TokenKind {
    if (ID.test(name)) return 'id';
    return /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}$/i.test(name) ? 'host' : 'word';
  }

  #token(kind: TokenKind, name: string): string {
    const lower = name.toLowerCase();
    const known = this.#tokens.get(lower);
    if (known !== undefined) return known;
    const hash = createHmac('sha256', this.#key).update(lower).digest('hex').slice(0, 12);
    const token = `‹${kind} ${hash}›`;
    this.#tokens.set(lower, token);
    return token;
  }
}
