import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Caches which files match the build's signature, until the files change. */
export interface PackageChecks {
  /** True when the file at `path` has this SHA-256 (hexadecimal). */
  isIntact(path: string, sha256: string): Promise<boolean>;
}

/** A file is read completely once, and again when its size, times or disk location change. */
export function createPackageChecks(onAltered: (path: string) => void): PackageChecks {
  const known = new Map<string, { stamp: string; intact: Promise<boolean> }>();
  return {
    async isIntact(path, sha256) {
      const stamp = `${await stampOf(path)} ${sha256}`;
      let found = known.get(path);
      if (found?.stamp !== stamp) {
        found = { stamp, intact: hashOf(path).then((hash) => hash === sha256) };
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
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}
