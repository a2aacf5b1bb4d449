import { chmod, mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readTrailer } from '@scout/agent-release/trailer';
import type { Exchange, Rollback } from '../installation/exchange.ts';
import type { Layout } from '../installation/layout.ts';
import { isProgramMoved, prepareProgram, rollBackProgram } from '../installation/windows.ts';
import { Failure } from '../runtime/failure.ts';
import { extractProgram } from './programIn.ts';

/** A verified package, or the program of one. */
interface Fetched {
  readonly path: string;
  readonly isProgram: boolean;
}

/**
 * Puts the program of a downloaded package beside the running one: a full disk fails here.
 * @throws {Failure}
 */
export function prepareExchange(
  layout: Layout,
  fetched: Fetched,
  work: string,
  version: string,
): Promise<Exchange> {
  return process.platform === 'win32'
    ? prepareFile(layout, fetched.path)
    : prepareLink(layout, fetched, work, version);
}

/** Linux and macOS: another folder and a link to it. */
async function prepareLink(
  layout: Layout,
  { path, isProgram }: Fetched,
  work: string,
  version: string,
): Promise<Exchange> {
  const program = join(work, 'scout-agent');
  if (isProgram) await rename(path, program);
  else await extractProgram(path, program);
  await chmod(program, 0o755);
  const home = join(layout.programs, 'releases', version);
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true, mode: 0o755 });
  await rename(program, join(home, 'scout-agent'));
  const after = join(work, 'after');
  await symlink(join('releases', version, 'scout-agent'), after);
  const { rollBack } = await prepareRollback(layout, work);
  return { put: () => rename(after, layout.current), rollBack };
}

/** Created in advance, because the disk may be full later. */
async function prepareRollback(layout: Layout, work: string): Promise<Rollback> {
  const before = join(work, 'before');
  await symlink(await readlink(layout.proven), before);
  return { rollBack: () => rename(before, layout.current) };
}

/** The rollback of an interrupted exchange, such as after a power failure; null when nothing was exchanged yet. */
export async function findRollback(layout: Layout, work: string): Promise<Rollback | null> {
  if (process.platform === 'win32')
    return isProgramMoved(layout) ? { rollBack: () => rollBackProgram(layout) } : null;
  const isThere = (await readlink(layout.current)) !== (await readlink(layout.proven));
  return isThere ? prepareRollback(layout, work) : null;
}

/** Marks the running version as the one to roll back to. */
export async function markVerified(layout: Layout, work: string): Promise<void> {
  if (process.platform === 'win32') return;
  const proven = join(work, 'proven');
  await symlink(await readlink(layout.current), proven);
  await rename(proven, layout.proven);
}

/** Windows: replaces the program itself. The previous one stays beside it until the next upgrade. */
async function prepareFile(layout: Layout, fetched: string): Promise<Exchange> {
  const trailer = await readTrailer(fetched);
  if (trailer === null) throw new Failure('the download is not a program');
  return prepareProgram(layout, fetched, trailer);
}
