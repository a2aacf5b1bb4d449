import { join } from 'node:path';
import { atomicWrite } from '../spool/atomicWrite.ts';
import type { DurableFs } from '../spool/durableFs.ts';

/** Why the server takes nothing from this machine, and since when: `standing.json` in the state directory while it is so. */
export interface StandingRecord {
  readonly since: string;
  readonly words: string;
}

const FILE = 'standing.json';

/** Null: the server takes what the agent sends, or nothing is known to the contrary. */
export async function readStanding(fs: DurableFs, folder: string): Promise<StandingRecord | null> {
  try {
    return JSON.parse((await fs.readFile(join(folder, FILE))).toString('utf8')) as StandingRecord;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Keeps for `status` how the server stands to this machine. */
export class Standing {
  readonly #fs: DurableFs;
  readonly #folder: string;
  /** Undefined: not written by this process yet. */
  #words: string | null | undefined;

  constructor(fs: DurableFs, folder: string) {
    this.#fs = fs;
    this.#folder = folder;
  }

  /** True when this is news. A disk that does not take it changes nothing: the log has it too. */
  async note(words: string | null): Promise<boolean> {
    if (words === this.#words) return false;
    this.#words = words;
    if (words === null) await this.#fs.remove(join(this.#folder, FILE)).catch(() => {});
    else {
      const record: StandingRecord = { since: new Date().toISOString(), words };
      const text = Buffer.from(`${JSON.stringify(record, null, 2)}\n`);
      await atomicWrite(this.#fs, this.#folder, FILE, [text]).catch(() => {});
    }
    return true;
  }
}
