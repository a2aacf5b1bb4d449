import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readTrailer, type Trailer, trailerOf } from '@scout/agent-release/trailer';
import { Failure } from '../runtime/failure.ts';
import { command } from './command.ts';
import type { Enrolment } from './enrolment.ts';
import type { Exchange } from './exchange.ts';
import type { Layout } from './layout.ts';
import { type InstallOptions, provision } from './provision.ts';

const system = (name: string): string => join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', name);

/** A file that only the .msi installs. */
const PACKAGE_MARK = 'windows-installer.txt';

/** The program that Windows starts as the service. */
export const serviceHost = (layout: Layout): string => join(layout.programs, 'scout-service.exe');

/** Runs a command of the service host. */
export async function askServiceHost(
  layout: Layout,
  wish: 'install' | 'uninstall' | 'start' | 'stop',
): Promise<void> {
  const data = wish === 'install' ? [dirname(layout.config)] : [];
  await command(serviceHost(layout), wish, ...data);
}

/**
 * Writes program and service host of a download, without the configuration, beside the current ones. `put` moves those aside
 * first: a running program can be renamed, not overwritten.
 */
export async function prepareProgram(layout: Layout, from: string, trailer: Trailer): Promise<Exchange> {
  const { programBytes, host } = trailer;
  const places = placesOf(layout);
  await mkdir(layout.programs, { recursive: true });
  const fresh = `${layout.current}.new`;
  await pipeline(createReadStream(from, { end: programBytes - 1 }), createWriteStream(fresh));
  await appendFile(fresh, Buffer.concat([host, trailerOf(host.length, 0)]), { flush: true });
  await writeFile(`${serviceHost(layout)}.new`, host, { flush: true });
  // So that every `.old` file belongs to this exchange.
  for (const path of places) await rm(`${path}.old`, { force: true });
  return {
    async put() {
      for (const path of places) {
        await renameIfThere(path, `${path}.old`);
        await rename(`${path}.new`, path);
      }
    },
    rollBack: () => rollBackProgram(layout),
  };
}

/** True when {@link rollBackProgram} has a program to restore. */
export const isProgramMoved = (layout: Layout): boolean =>
  placesOf(layout).some((path) => existsSync(`${path}.old`));

const placesOf = (layout: Layout): string[] => [layout.current, serviceHost(layout)];

/** Undoes {@link prepareProgram}'s `put`, even an interrupted one. */
export async function rollBackProgram(layout: Layout): Promise<void> {
  for (const path of placesOf(layout)) {
    if (!existsSync(`${path}.old`)) continue;
    const broken = `${path}.broken`;
    await rm(broken, { force: true });
    await renameIfThere(path, broken);
    await rename(`${path}.old`, path);
    await rm(broken, { force: true }).catch(() => {});
  }
}

async function renameIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** Folders below ProgramData are accessible to every user unless restricted. */
async function closeToUsers(folder: string): Promise<void> {
  const [localSystem, administrators] = ['*S-1-5-18:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F'];
  await command(
    system('icacls.exe'),
    folder,
    '/inheritance:r',
    '/grant:r',
    localSystem,
    '/grant:r',
    administrators,
  );
}

export async function installOnWindows(
  layout: Layout,
  program: string,
  enrolment: Enrolment,
  options: InstallOptions,
): Promise<void> {
  const trailer = await readTrailer(program);
  if (trailer === null) throw new Failure(`${program} is damaged: download it again`);
  const data = dirname(layout.config);
  await mkdir(data, { recursive: true });
  await closeToUsers(data);
  if (program.toLowerCase() !== layout.current.toLowerCase()) {
    const exchange = await prepareProgram(layout, program, trailer);
    await askServiceHost(layout, 'stop').catch(() => {});
    await exchange.put();
    // A manual installation is not verified by heartbeat.
    await rm(layout.pending, { force: true });
  }
  await provision(layout, enrolment, options);
  await askServiceHost(layout, 'install');
  await askServiceHost(layout, 'stop').catch(() => {});
  await askServiceHost(layout, 'start');
}

/**
 * Completes what Windows Installer placed: closes the data folder, and writes the program's own service host, which may be newer than
 * the package's after an upgrade by the agent.
 */
export async function settleOnWindows(layout: Layout, program: string): Promise<void> {
  const trailer = await readTrailer(program);
  if (trailer === null) throw new Failure(`${program} is damaged: download it again`);
  const data = dirname(layout.config);
  await mkdir(data, { recursive: true });
  await closeToUsers(data);
  const present = await readFile(serviceHost(layout)).catch(() => null);
  if (present?.equals(trailer.host)) return;
  await writeFile(`${serviceHost(layout)}.new`, trailer.host, { flush: true });
  await rename(`${serviceHost(layout)}.new`, serviceHost(layout));
}

/** Uses the command interpreter, which also handles files that are marked for deletion. */
async function removeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) await command(system('cmd.exe'), '/d', '/c', 'rmdir', '/s', '/q', folder);
  if (existsSync(folder)) throw new Failure(`${folder} cannot be removed: a file in it is in use`);
}

export async function uninstallOnWindows(layout: Layout, program: string, purge: boolean): Promise<void> {
  if (existsSync(join(layout.programs, PACKAGE_MARK)))
    throw new Failure(
      'this agent came as an .msi: remove it in Installed apps, or with msiexec /x and the product code',
    );
  await askServiceHost(layout, 'uninstall');
  if (purge) await removeFolder(dirname(layout.config));
  if (program.toLowerCase() !== layout.current.toLowerCase()) {
    await removeFolder(layout.programs);
    return;
  }
  // A program cannot remove itself while running; the command interpreter does it a moment later.
  const line = `ping -n 3 127.0.0.1 >nul & rmdir /s /q "${layout.programs}"`;
  spawn(system('cmd.exe'), ['/d', '/c', line], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    windowsVerbatimArguments: true,
    cwd: dirname(layout.programs),
  }).unref();
}
