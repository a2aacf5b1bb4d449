import { existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readTrailer } from '@scout/agent-release/trailer';
import { Failure } from '../runtime/failure.ts';
import { command } from './command.ts';
import type { Enrolment } from './enrolment.ts';
import type { Layout } from './layout.ts';
import { type InstallOptions, provision } from './provision.ts';
import { installOnWindows, uninstallOnWindows } from './windows.ts';

/** The running program; null when it is not compiled. */
async function compiledProgram(): Promise<string | null> {
  const program = await realpath(process.execPath);
  return /scout-agent[^/\\]*$/.test(program) ? program : null;
}

/** The running program. @throws {Failure} when it is not compiled */
async function ownProgram(): Promise<string> {
  const program = await compiledProgram();
  if (program === null)
    throw new Failure('only a packaged agent can install itself: use scout-agent from a download');
  return program;
}

/** A configuration and its source. */
export interface Carried {
  readonly text: string;
  readonly from: string;
}

/** The configuration of this download: appended to the program on Windows, in `enrolment.json` beside it elsewhere. Null without one. */
export async function ownConfiguration(): Promise<Carried | null> {
  const program = await compiledProgram();
  if (program === null) return null;
  if (process.platform !== 'win32') return readCarried(join(dirname(program), 'enrolment.json'));
  const text = (await readTrailer(program))?.configuration ?? null;
  return text === null ? null : { text, from: program };
}

/** The configuration of this download, or one left by a package. Null without one. @throws {Failure} when it is not compiled */
export async function carriedConfiguration(layout: Layout): Promise<Carried | null> {
  await ownProgram();
  return (await ownConfiguration()) ?? (layout.enrolment === null ? null : readCarried(layout.enrolment));
}

async function readCarried(from: string): Promise<Carried | null> {
  const text = await readFile(from, 'utf8').catch(() => null);
  return text === null ? null : { text, from };
}

/** Installs this program as the system's service, configures and starts it; an existing installation is reconfigured and restarted. */
export async function install(layout: Layout, enrolment: Enrolment, options: InstallOptions): Promise<void> {
  if (process.platform === 'win32') return installOnWindows(layout, await ownProgram(), enrolment, options);
  if (process.getuid?.() !== 0) throw new Failure('run this as root: sudo scout-agent install …');
  const program = await ownProgram();
  const installed = existsSync(layout.packaged) && program.startsWith(`${layout.programs}/`);
  const files = join(dirname(program), 'service');
  if (!installed) await placeProgram(layout, program, files);
  if (process.platform === 'darwin') {
    await mkdir('/Library/Logs/Scout', { recursive: true });
    await provision(layout, enrolment, options);
    for (const label of ['scout.agent', 'scout.agent.upgrade']) {
      await command('launchctl', 'bootout', `system/${label}`).catch(() => {});
      await command('launchctl', 'bootstrap', 'system', `/Library/LaunchDaemons/${label}.plist`);
    }
    return;
  }
  const setup = join(layout.programs, 'service', 'setup.sh');
  if (existsSync(setup)) await command('sh', '-ec', `. ${setup}; setup_user`);
  await provision(layout, enrolment, options);
  await startOnLinux();
}

async function placeProgram(layout: Layout, program: string, files: string): Promise<void> {
  if (!existsSync(files))
    throw new Failure(`${files} is missing: unpack the whole download and run it from there`);
  await mkdir(dirname(layout.packaged), { recursive: true });
  // Renamed into place: a running program cannot be overwritten.
  await copyFile(program, `${layout.packaged}.new`);
  await chmod(`${layout.packaged}.new`, 0o755);
  await rename(`${layout.packaged}.new`, layout.packaged);
  // A manual installation is not verified by heartbeat.
  for (const path of [layout.pending, layout.current, layout.proven]) await rm(path, { force: true });
  for (const path of [layout.current, layout.proven]) await symlink('packaged/scout-agent', path);
  await cp(files, join(layout.programs, 'service'), { recursive: true });
  if (process.platform === 'darwin') {
    for (const name of ['scout.agent.plist', 'scout.agent.upgrade.plist'])
      await copyFile(join(files, name), `/Library/LaunchDaemons/${name}`);
    return;
  }
  await mkdir('/etc/scout-agent', { recursive: true, mode: 0o750 });
  await mkdir('/etc/systemd/system', { recursive: true });
  for (const name of UNITS) await copyFile(join(files, name), `/etc/systemd/system/${name}`);
  await rm('/usr/bin/scout-agent', { force: true });
  await symlink(layout.current, '/usr/bin/scout-agent');
}

const UNITS = ['scout-agent.service', 'scout-agent-upgrade.service', 'scout-agent-upgrade.path'];
const hasSystemd = (): boolean => existsSync('/run/systemd/system');

async function startOnLinux(): Promise<void> {
  if (!hasSystemd()) return;
  await command('systemctl', 'daemon-reload');
  await command('systemctl', 'enable', '--quiet', 'scout-agent.service', 'scout-agent-upgrade.path');
  await command('systemctl', 'restart', 'scout-agent-upgrade.path', 'scout-agent.service');
}

/** Stops and removes everything made by {@link install}; `purge` also removes configuration, credential, spool and user. */
export async function uninstall(layout: Layout, purge: boolean): Promise<void> {
  if (process.platform === 'win32') return uninstallOnWindows(layout, await ownProgram(), purge);
  if (process.getuid?.() !== 0) throw new Failure('run this as root: sudo scout-agent uninstall');
  if (existsSync('/var/lib/dpkg/info/scout-agent.list'))
    throw new Failure(
      'this agent came as a Debian package: remove it with apt-get remove, or purge, scout-agent',
    );
  if (process.platform === 'linux' && (await command('rpm', '-q', 'scout-agent').catch(() => null)) !== null)
    throw new Failure('this agent came as an rpm package: remove it with dnf remove scout-agent');
  if (process.platform === 'darwin') {
    for (const label of ['scout.agent.upgrade', 'scout.agent']) {
      await command('launchctl', 'bootout', `system/${label}`).catch(() => {});
      await rm(`/Library/LaunchDaemons/${label}.plist`, { force: true });
    }
    await command('pkgutil', '--forget', 'scout.agent').catch(() => {});
    if (purge) await rm('/Library/Application Support/Scout', { recursive: true, force: true });
  } else {
    const setup = await readFile(join(layout.programs, 'service', 'setup.sh'), 'utf8').catch(() => '');
    if (hasSystemd())
      await command('systemctl', 'disable', '--now', 'scout-agent-upgrade.path', 'scout-agent.service').catch(
        () => {},
      );
    for (const name of UNITS) await rm(`/etc/systemd/system/${name}`, { force: true });
    if (hasSystemd()) await command('systemctl', 'daemon-reload');
    await rm('/usr/bin/scout-agent', { force: true });
    if (purge && setup !== '') await command('sh', '-ec', `${setup}\nremove_everything`);
  }
  await rm(layout.programs, { recursive: true, force: true });
}
