import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from '@scout/server/platform/database/embedded/binaries';

/** PostgreSQL servers installed by Debian's packages on this machine, 15 and newer; often none. */
export function systemPostgres(root = '/usr/lib/postgresql'): Binaries[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((version) => Number(version) >= 15 && existsSync(join(root, version, 'bin', 'postgres')))
    .map((version) => {
      const directory = join(root, version);
      const said = execFileSync(join(directory, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
      return { directory, version: /\d+(\.\d+)*/.exec(said)?.[0] ?? version };
    });
}
