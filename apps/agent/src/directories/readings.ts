import { join } from 'node:path';
import { atomicWrite } from '../runtime/atomicWrite.ts';
import type { DurableFs } from '../runtime/durableFs.ts';

/** Result of the last attempt to read each directory, by its name: `directories.json` in the state directory. */
export type Readings = Readonly<Record<string, Reading>>;

export interface Reading {
  /** Time of the last attempt that the server has whole; null: none yet. */
  readonly read_at: string | null;
  /** Why the last attempt ended before; null: it did not. */
  readonly problem: { readonly at: string; readonly message: string } | null;
}

const FILE = 'directories.json';

/** Empty unless this machine has tried to read a directory. */
export async function readReadings(fs: DurableFs, folder: string): Promise<Readings> {
  try {
    return JSON.parse((await fs.readFile(join(folder, FILE))).toString('utf8')) as Readings;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Stores the end of an attempt for `status`. Directories that the agent's file no longer names are left out. A failed write is ignored: the
 * log also has the message.
 * @param problem null: the server has the whole reading
 */
export async function noteReading(
  fs: DurableFs,
  folder: string,
  named: readonly string[],
  { name, problem }: { readonly name: string; readonly problem: string | null },
): Promise<void> {
  try {
    const before = await readReadings(fs, folder).catch((): Readings => ({}));
    const at = new Date().toISOString();
    const after: Record<string, Reading> = {};
    for (const each of named) if (before[each] !== undefined) after[each] = before[each];
    after[name] = {
      read_at: problem === null ? at : (before[name]?.read_at ?? null),
      problem: problem === null ? null : { at, message: problem },
    };
    await atomicWrite(fs, folder, FILE, [Buffer.from(`${JSON.stringify(after, null, 2)}\n`)]);
  } catch {
    // A full disk does not end the reading of a directory.
  }
}
