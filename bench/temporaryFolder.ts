import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder for a database and what belongs to it. PostgreSQL never runs as root, and its user may pass through: otherwise root's
 * databases would be outside of the folder, and stay when it is removed.
 */
export async function temporaryFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
}
