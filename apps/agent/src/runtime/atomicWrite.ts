import { join } from 'node:path';
import type { DurableFs } from './durableFs.ts';

/** Extension of files being written; one found at startup was left by a crash. */
export const TEMPORARY = '.tmp';

/** Writes `folder/name`, durable on return: after a crash the file has the old or the new content, never a part. */
export async function atomicWrite(
  fs: DurableFs,
  folder: string,
  name: string,
  parts: readonly Uint8Array[],
): Promise<void> {
  const temporary = join(folder, `${name}${TEMPORARY}`);
  await fs.writeSynced(temporary, parts);
  await fs.rename(temporary, join(folder, name));
  await fs.syncDirectory(folder);
}
