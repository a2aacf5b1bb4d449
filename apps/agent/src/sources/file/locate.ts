import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Missing } from '../../spool/gaps.ts';
import type { FilePosition } from '../../spool/position.ts';
import { continues, isSameFile, type OpenLog, openLog } from './openLog.ts';

/** A file and the byte offset to read from. */
export interface FileSegment {
  readonly log: OpenLog;
  readonly from: number;
}

/** Files to read after a position: rotated files to their end, oldest first, then the current file. */
export interface Route {
  readonly rotated: FileSegment[];
  readonly current: FileSegment;
  /** Present when events may be missing. */
  readonly gap: { readonly missing: Missing; readonly message: string } | null;
}

/** Suffixes that log rotation adds to a name: `.1`, `-20251121`, `.2025-11-21T10:00`. */
const ROTATION_MARK = /^[.-]\d[\d.T:_-]*$/;

/** True for uncompressed rotated names of `path`. */
function isRotatedName(name: string, path: string): boolean {
  const base = basename(path);
  const extension = extname(base);
  const stem = base.slice(0, base.length - extension.length);
  if (name.startsWith(base) && ROTATION_MARK.test(name.slice(base.length))) return true;
  return (
    name.startsWith(stem) &&
    name.endsWith(extension) &&
    name.length > base.length &&
    ROTATION_MARK.test(name.slice(stem.length, name.length - extension.length))
  );
}

interface Sibling {
  readonly path: string;
  readonly name: string;
  readonly device: string;
  readonly inode: string;
  readonly changed: number;
}

async function siblingsOf(path: string): Promise<Sibling[]> {
  const folder = dirname(path);
  const siblings: Sibling[] = [];
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file, { bigint: true }).catch(() => null);
    if (found === null || !found.isFile()) continue;
    const { dev, ino, mtimeMs } = found;
    siblings.push({ path: file, name, device: String(dev), inode: String(ino), changed: Number(mtimeMs) });
  }
  return siblings;
}

/** Opens the first of `candidates` that begins with the data already read. */
async function firstThatContinues(
  candidates: readonly Sibling[],
  position: FilePosition,
): Promise<{ sibling: Sibling; log: OpenLog } | null> {
  for (const sibling of candidates) {
    const log = await openLog(sibling.path);
    if (log === null) continue;
    if (await continues(log, position)) return { sibling, log };
    await log.handle.close();
  }
  return null;
}

/** Rotated files younger than the last one read, oldest first. */
async function filesAfter(
  siblings: readonly Sibling[],
  path: string,
  changed: number,
  position: FilePosition,
): Promise<FileSegment[]> {
  const younger = siblings
    .filter((sibling) => isRotatedName(sibling.name, path) && sibling.changed >= changed)
    .filter((sibling) => !isSameFile(sibling, position))
    // At equal times, `.2` is older than `.1`.
    .sort((a, b) => a.changed - b.changed || b.name.localeCompare(a.name, 'en', { numeric: true }));
  const segments: FileSegment[] = [];
  for (const sibling of younger) {
    const log = await openLog(sibling.path);
    if (log === null) continue;
    // A copy of data already read is nothing new.
    if (position.offset > 0 && (await continues(log, position))) await log.handle.close();
    else segments.push({ log, from: 0 });
  }
  return segments;
}

/**
 * Finds the files to read after `position`, given the open file that now has the source's name. Covers growth, rotation by
 * renaming (any number of times), rotation by copying and truncating, truncation, and a file restored from a copy. The caller
 * closes the files.
 */
export async function locate(current: OpenLog, position: FilePosition | null): Promise<Route> {
  const fromStart = { log: current, from: 0 };
  if (position === null) return { rotated: [], current: fromStart, gap: null };
  if (isSameFile(current, position) && (await continues(current, position))) {
    return { rotated: [], current: { log: current, from: position.offset }, gap: null };
  }

  const siblings = (await siblingsOf(current.path)).filter((sibling) => !isSameFile(sibling, current));
  const renamed = siblings.filter((sibling) => isSameFile(sibling, position));
  const copies = siblings.filter((sibling) => isRotatedName(sibling.name, current.path));
  // Without data read, a copy cannot be recognized.
  const left = await firstThatContinues(position.offset > 0 ? [...renamed, ...copies] : renamed, position);
  if (left === null && position.offset > 0 && (await continues(current, position))) {
    return { rotated: [], current: { log: current, from: position.offset }, gap: null };
  }
  if (position.finished !== undefined) {
    await left?.log.handle.close();
    const rotated = await filesAfter(siblings, current.path, position.finished, position);
    return { rotated, current: fromStart, gap: null };
  }
  if (left !== null) {
    const after = await filesAfter(siblings, current.path, left.sibling.changed, position);
    const rotated = [{ log: left.log, from: position.offset }, ...after];
    return { rotated, current: fromStart, gap: null };
  }
  const truncated = isSameFile(current, position);
  const what = truncated ? 'was truncated' : 'was replaced by another file';
  const missing: Missing = {
    reason: truncated ? 'log_cleared' : 'log_rolled_over',
    from: `${position.fingerprint.hash.slice(0, 12)}:${position.offset}`,
    to: null,
    missing: null,
  };
  const message = `${current.path} ${what}: reading it from its start; events written in between may be missing`;
  return { rotated: [], current: fromStart, gap: position.offset === 0 ? null : { missing, message } };
}
