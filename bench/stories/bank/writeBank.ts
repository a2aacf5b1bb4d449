import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BankOptions, createBank } from './bank.ts';

/** Writes a generated bank: events.ndjson in order of time, labels.ndjson and inventory.json. @returns their paths */
export async function writeBank(folder: string, options: BankOptions, progress: (day: number) => void) {
  mkdirSync(folder, { recursive: true });
  const files = {
    events: join(folder, 'events.ndjson'),
    labels: join(folder, 'labels.ndjson'),
    inventory: join(folder, 'inventory.json'),
  };
  const bank = createBank(options);
  writeFileSync(files.inventory, `${JSON.stringify(bank.inventory)}\n`);
  const lines = function* () {
    let day = 0;
    for (const rows of bank.days()) {
      day += 1;
      progress(day);
      if (rows.length > 0) yield `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
    }
  };
  await pipeline(lines, createWriteStream(files.events));
  writeFileSync(
    files.labels,
    bank
      .labels()
      .map((label) => `${JSON.stringify(label)}\n`)
      .join(''),
  );
  return files;
}
