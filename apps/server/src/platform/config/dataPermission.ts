import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

/** This user may not use the data folder: a restart cannot succeed. The message says who may, and what to do. */
export class UnusableDirectory extends Error {
  override name = 'UnusableDirectory';
}

const REFUSALS: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Reports a refused access to the data folder, or to something in it, in a sentence with its remedy; returns any other error unchanged. */
export async function explainedPermission(error: unknown, dataDirectory: string): Promise<unknown> {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return error;
  const { code, path } = error;
  const folder = resolve(dataDirectory);
  if (!REFUSALS.has(code) || typeof path !== 'string') return error;
  if (path !== folder && !path.startsWith(`${folder}${sep}`) && !folder.startsWith(`${path}${sep}`))
    return error;
  if (code === 'EROFS')
    return new UnusableDirectory(
      `The data folder ${folder} is on a file system that is mounted read-only: mount a writable volume there, or set SCOUT_DATA_DIR.`,
      { cause: error },
    );
  const owner = await stat(path).catch(() => stat(folder).catch(() => undefined));
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  const belongs = owner ? `, which belongs to user ${owner.uid}` : '';
  const remedy =
    uid === undefined ? 'Give this user write access' : `Run chown -R ${uid}:${gid} on the folder`;
  return new UnusableDirectory(
    `${uid === undefined ? 'This user' : `User ${uid}`} may not use ${path}${belongs}, in the data folder ${folder}. ${remedy}, or set SCOUT_DATA_DIR to another one.`,
    { cause: error },
  );
}
