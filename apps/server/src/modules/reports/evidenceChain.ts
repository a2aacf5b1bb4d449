import { hash } from 'node:crypto';
import type { EvidenceEntry, EvidenceFile } from '@scout/contract';

/** JSON without spaces, with object keys in the order of their UTF-16 code units (RFC 8785, for the content of evidence). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, of]) => `${JSON.stringify(name)}:${canonicalJson(of)}`).join(',')}}`;
}

/** Fields outside the hashes: data about the copy, and the head and the entries, which result from hashing. */
const UNCHAINED = new Set(['made_at', 'made_by', 'entries', 'head']);

const firstHash = (file: object): string =>
  hash(
    'sha256',
    canonicalJson(Object.fromEntries(Object.entries(file).filter(([name]) => !UNCHAINED.has(name)))),
  );

const nextHash = (before: string, entry: unknown): string =>
  hash('sha256', `${before}${canonicalJson(entry)}`);

/** A file with entries chained in order of time. */
export function sealEvidence(
  about: Omit<EvidenceFile, 'format' | 'version' | 'count' | 'entries' | 'head'>,
  entries: readonly EvidenceEntry[],
): EvidenceFile {
  const keyed = entries.map((entry) => ({ entry, key: `${entry.at} ${canonicalJson(entry)}` }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const file = { format: 'scout-evidence' as const, version: 1 as const, ...about, count: entries.length };
  let head = firstHash(file);
  const chained = keyed.map(({ entry }) => {
    head = nextHash(head, entry);
    return { entry, hash: head };
  });
  return { ...file, entries: chained, head };
}

/** Result of verifying a chain: the number of entries and the head; or the fault, with the entry from 1. */
export type Verification =
  | { readonly holds: true; readonly entries: number; readonly head: string }
  | { readonly holds: false; readonly fault: string; readonly entry: number | null };

/** Verifies the chain of an untrusted file, parsed as JSON. */
export function verifyEvidence(file: unknown): Verification {
  const wrong = (fault: string, entry: number | null = null): Verification => ({
    holds: false,
    fault,
    entry,
  });
  if (
    !isRecord(file) ||
    file.format !== 'scout-evidence' ||
    file.version !== 1 ||
    !Array.isArray(file.entries)
  )
    return wrong('This is not Scout evidence, version 1.');
  let head = firstHash(file);
  for (const [index, link] of file.entries.entries()) {
    const place = index + 1;
    if (!isRecord(link) || Object.keys(link).sort().join() !== 'entry,hash')
      return wrong(`Entry ${place} has other fields than an entry and its hash.`, place);
    head = nextHash(head, link.entry);
    if (link.hash !== head)
      return wrong(
        index === 0
          ? 'Entry 1 or the description of the file was changed, or an entry before it was removed.'
          : `Entry ${place} was changed, added or moved, or one before it was removed.`,
        place,
      );
  }
  if (file.count !== file.entries.length)
    return wrong(`The file says that it has ${String(file.count)} entries; it has ${file.entries.length}.`);
  if (file.head !== head)
    return wrong('The head is not the last hash: it was changed, or entries were removed.');
  return { holds: true, entries: file.entries.length, head };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
