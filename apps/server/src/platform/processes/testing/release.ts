import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = fileURLToPath(new URL('../../../../../..', import.meta.url));

/** A release of the server as a folder of its own. */
export interface Release {
  /** Entry of its process. */
  readonly main: string;
  /** Path of its hashed script. */
  readonly script: string;
}

/**
 * Copies this checkout's server into a folder as a release with this name: a web application with a script of its own, and one more
 * migration where `migration` has its SQL.
 */
export async function makeRelease(folder: string, name: string, migration?: string): Promise<Release> {
  const root = join(folder, name);
  await mkdir(join(root, 'apps'), { recursive: true });
  for (const part of ['node_modules', 'packages', 'build', 'package.json'])
    await symlink(join(checkout, part), join(root, part));
  for (const part of ['apps/server', 'db/migrations'])
    await cp(join(checkout, part), join(root, part), { recursive: true });
  const script = `assets/app-${name}.js`;
  const web = join(root, 'apps/web/build/client');
  await mkdir(join(web, 'assets'), { recursive: true });
  await writeFile(join(web, script), `export const release = '${name}';`);
  await writeFile(join(web, '__spa-fallback.html'), `<script type="module" src="/${script}"></script>`);
  if (migration !== undefined)
    await writeFile(join(root, 'db/migrations', '20991231T2359_next_release.sql'), migration);
  return { main: join(root, 'apps/server/src/main.ts'), script: `/${script}` };
}
