import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { DamagedFrame, type FilePart, read } from '@scout/agent-release/formats/part';

/** Caches which packages match the build's signature, until their files change. */
export interface PackageChecks {
  /** True when the parts of the package at `path` have together this SHA-256 (hexadecimal). */
  isIntact(path: string, parts: readonly FilePart[], sha256: string): Promise<boolean>;
}

/** A package is read completely once, and again when the size, times or disk location of one of its files change. */
export function createPackageChecks(onAltered: (path: string) => void): PackageChecks {
  const known = new Map<string, { stamp: string; intact: Promise<boolean> }>();
  return {
    async isIntact(path, parts, sha256) {
      const stamps = await Promise.all(parts.map((part) => stampOf(part.path)));
      const stamp = `${stamps.join()} ${sha256}`;
      let found = known.get(path);
      if (found?.stamp !== stamp) {
        found = { stamp, intact: isWhole(parts, sha256) };
        known.set(path, found);
        found.intact.then(
          (intact) => intact || onAltered(path),
          () => known.delete(path),
        );
      }
      return found.intact;
    },
  };
}

/** Only root can set the time of the last change of content or metadata (ctime). */
async function stampOf(path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  return `${path} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

async function isWhole(parts: readonly FilePart[], sha256: string): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of read(parts)) hash.update(chunk);
  } catch (error) {
    if (error instanceof DamagedFrame) return false;
    throw error;
  }
  return hash.digest('hex') === sha256;
}
