import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { MigrationFile } from '@scout/server/database/migrate';

const path = fileURLToPath(new URL('../../../db/history/migrations.txt', import.meta.url));

type NamedText = Pick<MigrationFile, 'name' | 'checksum'>;

/** Every landed migration with the SHA-256 of its text, in the order of landing: db/history/migrations.txt. */
export function recordedMigrations(): NamedText[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [checksum = '', name = ''] = line.split('  ');
      return { name, checksum };
    });
}

/** How the migrations differ from the record, with the remedy; empty if they do not. */
export function differences(recorded: readonly NamedText[], files: readonly NamedText[]): string[] {
  const now = new Map(files.map(({ name, checksum }) => [name, checksum]));
  const known = new Set(recorded.map(({ name }) => name));
  return [
    ...recorded.flatMap(({ name, checksum }) => {
      if (now.get(name) === checksum) return [];
      const fault = now.has(name) ? 'was changed' : 'is missing';
      return `${name} ${fault}, but databases may have applied it. Restore the file and write another migration; only if it has not landed, delete its line in db/history/migrations.txt and run npm run db:schema.`;
    }),
    ...files
      .filter(({ name }) => !known.has(name))
      .map(({ name }) => `${name} is not recorded. Run npm run db:schema.`),
  ];
}

/** Appends new migrations to the record. Existing lines stay. */
export async function recordMigrations(files: readonly NamedText[]): Promise<void> {
  const known = new Set(recordedMigrations().map(({ name }) => name));
  const added = files.filter(({ name }) => !known.has(name));
  const lines = added.map(({ name, checksum }) => `${checksum}  ${name}\n`);
  if (lines.length > 0) await writeFile(path, lines.join(''), { flag: 'a' });
}
