import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** File name in the data directory: the public key of the releases served before. */
export const trustedKeyFile = 'trusted-release-key.pem';

/** PEM of the trusted release key; null before the first release. */
export function readTrustedKey(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, trustedKeyFile), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** From now on releases must be signed by this key or by one that it announced. */
export function keepTrustedKey(dataDir: string, pem: string): void {
  const path = join(dataDir, trustedKeyFile);
  // A name unique to this process: another one with the same folder may find the same release concurrently.
  const written = `${path}.${process.pid}.new`;
  writeFileSync(written, pem, { mode: 0o600 });
  renameSync(written, path);
}
