import { closeSync, openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@scout/detection/simulation/random';

/** A log file that is being written to. */
export interface GrowingFile {
  /** Writes the rest of the last line and resolves with the number of lines; nothing is written afterwards. */
  finish(): Promise<number>;
}

/** Approximate lines per second, unless chosen. */
const LINES_PER_SECOND = 1500;
const TICK_MS = 20;

/**
 * Grows a file of NDJSON in pieces that end anywhere, also in mid-line. Line n (from 1) is a failed logon with record id n that
 * matches two rules.
 */
export function growFile(path: string, random: Random, linesPerSecond = LINES_PER_SECOND): GrowingFile {
  const file = openSync(path, 'a');
  let lines = 0;
  let pending = '';
  const addLines = (count: number): void => {
    for (let added = 0; added < count; added += 1) {
      lines += 1;
      const event = {
        timestamp: new Date().toISOString(),
        record_id: String(lines),
        event_type: '4625',
        target_user_name: `svc.batch${lines % 37}`,
        system_context_computer_name: `PRD-SQL${lines % 11}`,
        source_host: `192.0.2.${lines % 251}`,
      };
      pending += `${JSON.stringify(event)}\n`;
    }
  };
  const write = (length: number): void => {
    writeSync(file, pending.slice(0, length));
    pending = pending.slice(length);
  };

  const stop = new AbortController();
  const written = (async () => {
    while (!stop.signal.aborted) {
      addLines(Math.round(random() * 2 * linesPerSecond * (TICK_MS / 1000)));
      write(Math.floor(random() * (pending.length + 1)));
      await pause(TICK_MS);
    }
    write(pending.length);
    closeSync(file);
    return lines;
  })();
  return {
    finish() {
      stop.abort();
      return written;
    },
  };
}
