import { join } from 'node:path';
import type { DurableFs } from './durableFs.ts';

/** Ending of files that are being written; one that is found at start is the rubble of a crash. */
export const TEMPORARY = '.tmp';

/** Puts a whole file under `folder/name`, durable on return: after a crash the old or the new content is there, never a part. */
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
