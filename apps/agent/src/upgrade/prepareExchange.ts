import { chmod, mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exchange, TakingBack } from '../installation/exchange.ts';
import type { Layout } from '../installation/layout.ts';
import { readTrailer } from '../installation/trailer.ts';
import { isProgramMoved, prepareProgram, takeProgramBack } from '../installation/windows.ts';
import { Failure } from '../service/failure.ts';
import { extractProgram } from './programIn.ts';

/**
 * Lays the program of a fetched package out beside the present one, which still runs: a full disk shows here.
 * @throws {Failure}
 */
export function prepareExchange(
  layout: Layout,
  fetched: string,
  work: string,
  version: string,
): Promise<Exchange> {
  return process.platform === 'win32'
    ? prepareFile(layout, fetched)
    : prepareLink(layout, fetched, work, version);
}

/** Linux and macOS: another folder and a link to it. */
async function prepareLink(
  layout: Layout,
  fetched: string,
  work: string,
  version: string,
): Promise<Exchange> {
  const program = join(work, 'scout-agent');
  await extractProgram(fetched, program);
  await chmod(program, 0o755);
  const home = join(layout.programs, 'releases', version);
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true, mode: 0o755 });
  await rename(program, join(home, 'scout-agent'));
  const after = join(work, 'after');
  await symlink(join('releases', version, 'scout-agent'), after);
  const { takeBack } = await linkBack(layout, work);
  return { put: () => rename(after, layout.current), takeBack };
}

/** Made before it is needed, when there may be no room on the disk. */
async function linkBack(layout: Layout, work: string): Promise<TakingBack> {
  const before = join(work, 'before');
  await symlink(await readlink(layout.proven), before);
  return { takeBack: () => rename(before, layout.current) };
}

/** The way back from an exchange that was cut short, such as by a power failure; null when nothing was exchanged yet. */
export async function findTakingBack(layout: Layout, work: string): Promise<TakingBack | null> {
  if (process.platform === 'win32')
    return isProgramMoved(layout) ? { takeBack: () => takeProgramBack(layout) } : null;
  const isThere = (await readlink(layout.current)) !== (await readlink(layout.proven));
  return isThere ? linkBack(layout, work) : null;
}

/** From now on the version that runs is the one to go back to. */
export async function keepAsProven(layout: Layout, work: string): Promise<void> {
  if (process.platform === 'win32') return;
  const proven = join(work, 'proven');
  await symlink(await readlink(layout.current), proven);
  await rename(proven, layout.proven);
}

/** Windows: the program itself. The one before stays beside it until the next upgrade. */
async function prepareFile(layout: Layout, fetched: string): Promise<Exchange> {
  const trailer = await readTrailer(fetched);
  if (trailer === null) throw new Failure('what was fetched is no program');
  return prepareProgram(layout, fetched, trailer);
}
