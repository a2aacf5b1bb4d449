import { limits } from '@scout/contract/limits';
import type { Entry } from 'ldapts';

/** An entry as received: every name and value may be hostile. */
export interface DirectoryEntry {
  /** Distinguished name, without the prefixes of the extended form. */
  readonly dn: string;
  /** Values by the attribute's name in lower case. */
  readonly values: ReadonlyMap<string, readonly (string | Buffer)[]>;
}

/** Characters of a distinguished name, and of any other text. */
const DN_MAX = 1_500;
const TEXT_MAX = 1_024;

export function entryOf(entry: Entry): DirectoryEntry {
  const values = new Map<string, readonly (string | Buffer)[]>();
  for (const [name, value] of Object.entries(entry)) {
    if (name === 'dn') continue;
    // Long lists come in ranges, such as `servicePrincipalName;range=0-1499`; the first one is as many as are kept.
    const attribute = name.split(';', 1)[0]!.toLowerCase();
    const list = Array.isArray(value) ? value : [value];
    if (list.length > 0 || !values.has(attribute)) values.set(attribute, list);
  }
  return { dn: plainDn(entry.dn), values };
}

/** A text of at most this length that the database and JSON can store. */
export function cleanText(text: string, most = TEXT_MAX): string {
  return text.replaceAll('\0', '\uFFFD').slice(0, most).toWellFormed().trim();
}

/** `<GUID=…>;<SID=…>;CN=Ada,DC=corp` becomes `CN=Ada,DC=corp`. */
export function plainDn(text: string): string {
  return cleanText(text.replace(/^(?:<(?:GUID|SID)=[^>]{0,200}>;){1,2}/i, ''), DN_MAX);
}

/** The first value as text; null without one. */
export function textOf({ values }: DirectoryEntry, name: string): string | null {
  const [first] = values.get(name.toLowerCase()) ?? [];
  if (typeof first !== 'string') return null;
  return cleanText(first) || null;
}

/** The values as text, the first ones of too many. */
export function textsOf({ values }: DirectoryEntry, name: string): string[] {
  return (values.get(name.toLowerCase()) ?? [])
    .filter((value) => typeof value === 'string')
    .slice(0, limits.directories.valuesKept)
    .map((text) => cleanText(text))
    .filter((text) => text !== '');
}

/** The first value as bytes; null without one. */
export function bytesOf({ values }: DirectoryEntry, name: string): Buffer | null {
  const [first] = values.get(name.toLowerCase()) ?? [];
  return Buffer.isBuffer(first) ? first : null;
}

/** The first value as a 32-bit number; null for anything else. */
export function numberOf(entry: DirectoryEntry, name: string): number | null {
  const text = textOf(entry, name);
  return text !== null && /^-?[0-9]{1,10}$/.test(text) ? Number(text) | 0 : null;
}

/** 100-nanosecond ticks from 1601 to 1970, and per millisecond. */
const EPOCH_TICKS = 116_444_736_000_000_000n;
const TICKS_PER_MS = 10_000n;
const EARLIEST = Date.parse(limits.moments.earliest);
const LATEST = Date.parse(limits.moments.latest);

/** The time of a FILETIME as ISO 8601; null for never and for values that are no time. */
export function fileTimeOf(entry: DirectoryEntry, name: string): string | null {
  const text = textOf(entry, name);
  if (text === null || !/^[0-9]{1,19}$/.test(text) || /^0+$/.test(text)) return null;
  return isoOf(Number((BigInt(text) - EPOCH_TICKS) / TICKS_PER_MS));
}

/** The time of a GeneralizedTime, `20261127081500.0Z`, as ISO 8601; null for values that are no time. */
export function generalizedTimeOf(entry: DirectoryEntry, name: string): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d{1,9})?Z$/.exec(textOf(entry, name) ?? '');
  if (parts === null) return null;
  const [year = 0, month = 1, day, hour, minute, second] = parts.slice(1).map(Number);
  return isoOf(Date.UTC(year, month - 1, day, hour, minute, second));
}

const isoOf = (ms: number): string | null =>
  ms >= EARLIEST && ms <= LATEST ? new Date(ms).toISOString() : null;

/** A GUID in the usual form: its first three groups are little-endian. */
export function guidOf(bytes: Buffer | null): string | null {
  if (bytes?.length !== 16) return null;
  const hex = Buffer.concat([
    Buffer.from(bytes.subarray(0, 4)).reverse(),
    Buffer.from(bytes.subarray(4, 6)).reverse(),
    Buffer.from(bytes.subarray(6, 8)).reverse(),
    bytes.subarray(8),
  ]).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A security identifier such as S-1-5-21-1-2-3-500; null if the bytes are none. */
export function sidOf(bytes: Buffer | null): string | null {
  const parts = bytes?.[1] ?? 0;
  if (bytes === null || bytes[0] !== 1 || parts > 15 || bytes.length < 8 + 4 * parts) return null;
  const rest = Array.from({ length: parts }, (_, part) => bytes.readUInt32LE(8 + 4 * part));
  return ['S', 1, bytes.readUIntBE(2, 6), ...rest].join('-');
}

const ALLOWED = 0;
const ALLOWED_OBJECT = 5;
const ACES_MAX = 1_000;

/**
 * The identifiers that a security descriptor's list of access grants anything to, as in msDS-GroupMSAMembership. Empty for bytes that
 * are no descriptor.
 */
export function grantedTo(descriptor: Buffer | null): string[] {
  if (descriptor === null || descriptor.length < 20) return [];
  const list = descriptor.readUInt32LE(16);
  if (list === 0 || list + 8 > descriptor.length) return [];
  const count = Math.min(descriptor.readUInt16LE(list + 4), ACES_MAX);
  const found = new Set<string>();
  for (let ace = list + 8, n = 0; n < count && ace + 8 <= descriptor.length; n += 1) {
    const size = descriptor.readUInt16LE(ace + 2);
    if (size < 8 || ace + size > descriptor.length) break;
    const kind = descriptor[ace];
    let at = ace + 8;
    if (kind === ALLOWED_OBJECT && at + 4 <= descriptor.length) {
      const flags = descriptor.readUInt32LE(at);
      at += 4 + (flags & 1 ? 16 : 0) + (flags & 2 ? 16 : 0);
    }
    const sid =
      kind === ALLOWED || kind === ALLOWED_OBJECT ? sidOf(descriptor.subarray(at, ace + size)) : null;
    if (sid !== null) found.add(sid);
    ace += size;
  }
  return [...found].slice(0, limits.directories.valuesKept);
}

/** The first part of a distinguished name without its type: `CN=Lovelace\, Ada,OU=…` becomes `Lovelace, Ada`. */
export function firstNameOf(dn: string): string | null {
  const value = /^[^=,]{1,64}=((?:\\.|[^,\\])*)/s.exec(dn)?.[1];
  if (value === undefined) return null;
  return value.replace(/(?:\\[0-9a-f]{2})+|\\./gis, (part) =>
    part.length === 2 ? part.slice(1) : Buffer.from(part.replaceAll('\\', ''), 'hex').toString('utf8'),
  );
}

/** A text as a value of a filter (RFC 4515). */
export function escaped(text: string): string {
  return text.replace(
    /[\\*()\0]/g,
    (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
