import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BankOptions, createBank } from './bank.ts';

/**
 * Writes a generated bank: events.ndjson in order of time, labels.ndjson, inventory.json, directory.json, causes.ndjson (the ordinary events that
 * look like misuse) and domain.json (what kind of bank it is). @returns their paths
 */
export async function writeBank(folder: string, options: BankOptions, progress: (day: number) => void) {
  mkdirSync(folder, { recursive: true });
  const files = {
    events: join(folder, 'events.ndjson'),
    labels: join(folder, 'labels.ndjson'),
    inventory: join(folder, 'inventory.json'),
    directory: join(folder, 'directory.json'),
    causes: join(folder, 'causes.ndjson'),
  };
  const bank = createBank(options);
  writeFileSync(files.inventory, `${JSON.stringify(bank.inventory)}\n`);
  writeFileSync(files.directory, `${JSON.stringify(bank.directory)}\n`);
  writeFileSync(join(folder, 'domain.json'), `${JSON.stringify(bank.domain, null, 2)}\n`);
  const lines = function* () {
    let day = 0;
    for (const rows of bank.days()) {
      day += 1;
      progress(day);
      if (rows.length > 0) yield linesOf(rows);
    }
  };
  await pipeline(lines, createWriteStream(files.events));
  writeFileSync(files.labels, linesOf(bank.labels()));
  writeFileSync(
    files.causes,
    linesOf([...bank.causes()].map(([record_id, cause]) => ({ record_id, cause }))),
  );
  return files;
}

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
