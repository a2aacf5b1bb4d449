import { join } from 'node:path';
import { atomicWrite } from '../runtime/atomicWrite.ts';
import type { DurableFs } from '../runtime/durableFs.ts';

/** Reason and start of a refusal of this machine by the server: `standing.json` in the state directory while it continues. */
export interface StandingRecord {
  readonly since: string;
  readonly words: string;
}

const FILE = 'standing.json';

/** Null unless the server is known to refuse this machine. */
export async function readStanding(fs: DurableFs, folder: string): Promise<StandingRecord | null> {
  try {
    return JSON.parse((await fs.readFile(join(folder, FILE))).toString('utf8')) as StandingRecord;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Stores a refusal by the server for `status`. */
export class Standing {
  readonly #fs: DurableFs;
  readonly #folder: string;
  /** Undefined: not written by this process yet. */
  #words: string | null | undefined;

  constructor(fs: DurableFs, folder: string) {
    this.#fs = fs;
    this.#folder = folder;
  }

  /** Returns true when the message has changed. A failed write is ignored: the log also has the message. */
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
