import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** File name in the data directory: the public key that signed the releases that were served before. */
export const trustedKeyFile = 'trusted-release-key.pem';

/** PEM of the release key that this server knows; null before the first release. */
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
  // A name of this process: another one over the same folder may see the same release at the same moment.
  const written = `${path}.${process.pid}.new`;
  writeFileSync(written, pem, { mode: 0o600 });
  renameSync(written, path);
}
