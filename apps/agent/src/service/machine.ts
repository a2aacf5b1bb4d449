import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { arch, hostname, platform, release } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { AgentMachine } from '@scout/contract';
import { limits } from '@scout/contract/limits';
import { atomicWrite } from '../runtime/atomicWrite.ts';
import type { DurableFs } from '../runtime/durableFs.ts';
import { version } from '../runtime/version.ts';

const run = promisify(execFile);
const FILE = 'machine-id';

/** The machine as reported to the server; `host` and `system` replace its own name and system when given. */
export function describeMachine(host: string | null, system: string | null = null): AgentMachine {
  return {
    host: (host ?? (hostname() || 'unknown')).slice(0, limits.agent.hostMax),
    platform: (system ?? `${platform()} ${release()} ${arch()}`).slice(0, limits.agent.platformMax),
    version,
  };
}

/** The operating system's id of this installation; null without one. */
async function systemId(): Promise<string | null> {
  const attempts: (() => Promise<string | undefined>)[] = [
    () => readFile('/etc/machine-id', 'utf8'),
    () => readFile('/var/lib/dbus/machine-id', 'utf8'),
  ];
  if (platform() === 'darwin') {
    attempts.push(async () => {
      const { stdout } = await run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
      return /"IOPlatformUUID" = "([^"]+)"/.exec(stdout)?.[1];
    });
  }
  if (platform() === 'win32') {
    attempts.push(async () => {
      const reg = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe');
      const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';
      const { stdout } = await run(reg, ['query', key, '/v', 'MachineGuid']);
      return /MachineGuid\s+REG_SZ\s+(\S+)/.exec(stdout)?.[1];
    });
  }
  for (const attempt of attempts) {
    const id = (await attempt().catch(() => undefined))?.trim();
    if (id) return id;
  }
  return null;
}

/** Formatted as a UUID, which people recognize as an id. */
const asUuid = (hash: string): string =>
  hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** The id in the state directory; null when there is none yet. */
export async function readMachineId(fs: DurableFs, folder: string): Promise<string | null> {
  try {
    return (await fs.readFile(join(folder, FILE))).toString('utf8').trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The agent's identity for the server, stored in `machine-id` in the state directory. Derived from the system's id, the host's
 * name and the state directory's path, so that an agent reinstalled in the same place is the same agent, while two agents on one
 * machine, or on machines cloned from one image, are two. The system's id itself never leaves the machine.
 */
export async function machineId(fs: DurableFs, folder: string, host: string): Promise<string> {
  const kept = await readMachineId(fs, folder);
  if (kept !== null) return kept;
  const system = await systemId();
  const id =
    system === null
      ? randomUUID()
      : asUuid(
          createHash('sha256')
            .update(JSON.stringify(['scout-agent', system, host, resolve(folder)]))
            .digest('hex'),
        );
  await atomicWrite(fs, folder, FILE, [Buffer.from(`${id}\n`)]);
  return id;
}
