import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, isRoot, type OsUser, unprivilegedUser } from './osUser.ts';

/** Directory of a cluster, and OS user of its server. */
export interface Place {
  readonly base: string;
  readonly osUser: OsUser | undefined;
}

/**
 * Finds or chooses the place for a data directory. For an ordinary user it is `postgres/` inside it. For root it is the same if
 * the unprivileged user has access, otherwise /var/lib/scout-<hash>, recorded in a note in the data directory; the note takes
 * precedence from then on, so that later permission changes never lead to an empty database.
 */
export async function placeOf(dataDirectory: string): Promise<Place> {
  return isRoot() ? await placeForRoot(dataDirectory) : await placeForUser(dataDirectory);
}

/** The directory of the cluster of a data directory, which need not exist. */
export async function baseOf(dataDirectory: string): Promise<string> {
  return (await readNote(dataDirectory)) ?? join(dataDirectory, 'postgres');
}

async function placeForUser(dataDirectory: string): Promise<Place> {
  const base = await baseOf(dataDirectory);
  const owner = await ownerOf(base);
  if (owner && process.getuid && owner.uid !== process.getuid()) {
    throw new Error(
      `The database in ${base} was made when Scout ran as ${owner.uid === 0 ? 'root' : 'another user'}. ` +
        'Start Scout as that user again, or set SCOUT_DATA_DIR to another folder.',
    );
  }
  await mkdir(base, { recursive: true, mode: 0o700 });
  return { base, osUser: undefined };
}

async function placeForRoot(dataDirectory: string): Promise<Place> {
  const noted = await readNote(dataDirectory);
  const base = noted ?? join(dataDirectory, 'postgres');
  // Existing data determines the server's OS user: an ordinary user may have created it.
  const baseOwner = await ownerOf(base);
  const dataOwner = await ownerOf(join(base, 'data', 'PG_VERSION'));
  const osUser = dataOwner ?? unprivilegedUser();
  if (baseOwner) {
    if (canEnter(base, osUser)) return { base, osUser };
    throw new Error(
      `User ${osUser.uid}, whom PostgreSQL runs as, can no longer enter ${base}. Give every folder above it ` +
        'back its permission to pass through (chmod o+x).',
    );
  }
  await mkdir(base, { recursive: true, mode: 0o711 });
  if (noted !== undefined || canEnter(base, osUser)) return { base, osUser };
  // Scout may permit traversal (not listing) of the data directory itself, but not of its parents.
  const { mode } = await lstat(dataDirectory);
  await chmod(dataDirectory, (mode & 0o777) | 0o011);
  if (canEnter(base, osUser)) return { base, osUser };
  await chmod(dataDirectory, mode & 0o777);
  await rmdir(base);
  return { base: await moveOut(dataDirectory), osUser };
}

async function ownerOf(path: string): Promise<OsUser | undefined> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return stats && { uid: stats.uid, gid: stats.gid };
}

const noteName = 'postgres-location.txt';

/** The first line of the note; the rest is for people. */
async function readNote(dataDirectory: string): Promise<string | undefined> {
  const text = await readFile(join(dataDirectory, noteName), 'utf8').catch(() => undefined);
  return text?.split('\n')[0]?.trim() || undefined;
}

async function moveOut(dataDirectory: string): Promise<string> {
  const base = `/var/lib/scout-${shortHash(dataDirectory)}`;
  await mkdir(base, { recursive: true, mode: 0o711 });
  const note = join(dataDirectory, noteName);
  await writeFile(
    `${note}.new`,
    `${base}\n\nThe database is in the folder above. Scout was started by root; PostgreSQL does not run as root, and the\n` +
      'user it runs as cannot enter this folder. Both folders belong together: back them up and move them together.\n',
  );
  await rename(`${note}.new`, note);
  return base;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Paths of Unix sockets are limited to 103 bytes on macOS and 107 on Linux; the file's own name takes 15 of them. */
const longestSocketDirectory = 85;

/**
 * A directory for the Unix socket that only the OS user can enter: `socket/` in the base, or one in the temporary directory if
 * that path is too long. Throws when another user has created the latter.
 */
export async function socketDirectoryOf({ base, osUser }: Place): Promise<string> {
  const inside = join(base, 'socket');
  const directory =
    Buffer.byteLength(inside) <= longestSocketDirectory ? inside : join(tmpdir(), `scout-${shortHash(base)}`);
  try {
    await mkdir(directory, { mode: 0o700 });
    if (osUser) await chown(directory, osUser.uid, osUser.gid);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const stats = await lstat(directory);
  const owner = osUser?.uid ?? process.getuid?.();
  if (!stats.isDirectory() || (owner !== undefined && (stats.uid !== owner || (stats.mode & 0o077) !== 0))) {
    throw new Error(
      `${directory} is needed for PostgreSQL's socket, but belongs to someone else. Remove it.`,
    );
  }
  return directory;
}
