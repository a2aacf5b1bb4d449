import { BackupRefusal } from './refusal.ts';

const EVERY_MS = 1_000;

/** Reports progress: at most once per second, and never in the first one. */
export class Progress {
  readonly #say: (line: string) => void;
  readonly #signal: AbortSignal;
  #last = performance.now();
  #bytes = 0;

  /** @param signal stops the work at the next piece, so that it can clean up */
  constructor(say: (line: string) => void, signal: AbortSignal) {
    this.#say = say;
    this.#signal = signal;
  }

  /** Bytes of a table were moved. @throws BackupRefusal when the work is to stop */
  moved(doing: 'Reading' | 'Writing' | 'Comparing', table: string, bytes: number): void {
    if (this.#signal.aborted) throw new BackupRefusal('Stopped before the end.');
    this.#bytes += bytes;
    const now = performance.now();
    if (now - this.#last < EVERY_MS) return;
    this.#last = now;
    this.#say(`${doing} ${table}; ${(this.#bytes / 1_000_000).toFixed(1)} MB of rows so far\n`);
  }
}
