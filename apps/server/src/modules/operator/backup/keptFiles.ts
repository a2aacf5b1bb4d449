import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KeptFile } from './manifest.ts';
import { BackupRefusal } from './refusal.ts';

/** Locations of files outside the database. */
export interface Places {
  readonly dataDir: string;
  /** The private key that signs agent releases; its chain is next to it. */
  readonly releaseKey: string;
}

/** The locations used by the server and `npm run build:agents`. */
export function placesOf(env: Readonly<Record<string, string | undefined>>): Places {
  const root = fileURLToPath(new URL('../../../../../..', import.meta.url));
  return {
    dataDir: resolve(env.SCOUT_DATA_DIR || './data'),
    releaseKey: resolve(env.SCOUT_RELEASE_KEY_FILE || join(root, 'keys', 'release.pem')),
  };
}

/** Decrypts the encrypted data in the database. */
const authSecretName = 'auth-secret';
const releaseNames = ['release.pem', 'release.pem.chain.json'];
/** Secrets and keys that outlive the database. Excludes its password, which differs per cluster. */
const names = [authSecretName, 'operator-token', 'trusted-release-key.pem', ...releaseNames];

const pathOf = (name: string, { dataDir, releaseKey }: Places): string =>
  releaseNames.includes(name) ? name.replace('release.pem', () => releaseKey) : join(dataDir, name);

/** The existing files. `authSecret` from the environment replaces its file. */
export async function readKeptFiles(places: Places, authSecret: string | undefined): Promise<KeptFile[]> {
  const files: KeptFile[] = [];
  for (const name of names) {
    const isGiven = name === authSecretName && authSecret;
    const text = isGiven ? `${authSecret}\n` : await readIfThere(pathOf(name, places));
    if (text !== undefined) files.push({ name, text });
  }
  if (!files.some(({ name }) => name === authSecretName)) {
    throw new BackupRefusal(
      'SCOUT_AUTH_SECRET is not set, and the keys in the backup cannot be opened without it. Set it to the servers’ value.',
    );
  }
  return files;
}

/** Files of a backup that can be placed, and those whose place holds different content. */
export interface Placing {
  readonly missing: readonly KeptFile[];
  /** Only release keys: a checkout creates its own. */
  readonly taken: readonly KeptFile[];
}

/** @throws BackupRefusal when the data directory has a different secret */
export async function placeKeptFiles(files: readonly KeptFile[], places: Places): Promise<Placing> {
  const missing: KeptFile[] = [];
  const taken: KeptFile[] = [];
  for (const file of files) {
    if (!names.includes(file.name)) continue;
    const path = pathOf(file.name, places);
    const present = await readIfThere(path);
    if (present === undefined) missing.push(file);
    else if (present !== file.text && releaseNames.includes(file.name)) taken.push(file);
    else if (present !== file.text)
      throw new BackupRefusal(
        `${path} is not the one in the backup. Restore into a data directory that is empty.`,
      );
  }
  // A key does not match the chain of another one.
  return taken.length === 0
    ? { missing, taken }
    : {
        missing: missing.filter(({ name }) => !releaseNames.includes(name)),
        taken: files.filter(({ name }) => releaseNames.includes(name)),
      };
}

/** Writes the files, readable only by this user. Conflicting files go into the data directory as `restored-…`. Returns the paths. */
export async function writeKeptFiles({ missing, taken }: Placing, places: Places): Promise<string[]> {
  const paths = [
    ...missing.map(({ name, text }) => ({ path: pathOf(name, places), text })),
    ...taken.map(({ name, text }) => ({ path: join(places.dataDir, `restored-${name}`), text })),
  ];
  for (const { path, text } of paths) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  return paths.map(({ path }) => path);
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw new BackupRefusal(
      `${path} cannot be read (${String(code)}). Run this command as the user who runs Scout.`,
      {
        cause: error,
      },
    );
  }
}
