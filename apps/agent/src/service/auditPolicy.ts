import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EventKind, Source } from '../sources/source.ts';
import type { AuditPolicy, Switched } from '../transport/server.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 30_000;
const UNKNOWN: AuditPolicy = { process_creation: 'unknown', command_lines: 'unknown', logons: 'unknown' };

/** Whether this machine writes down logons, process starts and their command lines. Never throws: what cannot be told is unknown. */
export async function auditPolicy(platform: NodeJS.Platform = process.platform): Promise<AuditPolicy> {
  try {
    if (platform === 'win32') return await windowsPolicy();
    if (platform === 'linux') return await linuxPolicy();
    // macOS always logs logons, and has no switch for starts of processes.
    if (platform === 'darwin') return { ...UNKNOWN, logons: 'on' };
  } catch {
    // Unknown below.
  }
  return UNKNOWN;
}

/** The kind of event that each part of the policy switches on. */
const KINDS: Readonly<Record<keyof AuditPolicy, EventKind>> = {
  process_creation: 'process_starts',
  command_lines: 'process_starts',
  logons: 'logons',
};

/**
 * The policy as it shows in what the agent reads: a kind that none of the sources holds is `not_read`, whatever the machine writes
 * down. `off` stays, because that comes first to be changed.
 */
export function asRead(policy: AuditPolicy, sources: readonly Pick<Source, 'reads'>[]): AuditPolicy {
  const isRead = (kind: EventKind): boolean =>
    sources.some(({ reads }) => reads === null || reads.includes(kind));
  const shown = (key: keyof AuditPolicy): Switched =>
    policy[key] === 'off' || isRead(KINDS[key]) ? policy[key] : 'not_read';
  return {
    process_creation: shown('process_creation'),
    command_lines: shown('command_lines'),
    logons: shown('logons'),
  };
}

/** Subcategories by GUID, because their names are translated: Process Creation, Logon. */
const PROCESS_CREATION = '0CCE922B-69AE-11D9-BED3-505054503030';
const LOGON = '0CCE9215-69AE-11D9-BED3-505054503030';
const SUCCESS = 1;
const SUCCESS_AND_FAILURE = 3;

/**
 * Reads a backup of `auditpol`: lines of CSV whose fourth field is a subcategory's GUID and whose last is the setting as a number
 * (0 nothing, 1 success, 2 failure, 3 both). The words between are in the machine's language.
 */
export function parseAuditBackup(csv: string): Pick<AuditPolicy, 'process_creation' | 'logons'> {
  const settingOf = (guid: string, wanted: number): Switched => {
    const line = csv.split(/\r?\n/).find((text) => text.toUpperCase().includes(guid));
    const setting = /,\s*(\d)\s*$/.exec(line ?? '')?.[1];
    if (setting === undefined) return 'unknown';
    return (Number(setting) & wanted) === wanted ? 'on' : 'off';
  };
  return {
    process_creation: settingOf(PROCESS_CREATION, SUCCESS),
    logons: settingOf(LOGON, SUCCESS_AND_FAILURE),
  };
}

/** Reads `reg query … /v ProcessCreationIncludeCmdLine_Enabled`; names, types and numbers of the registry are in no language. */
export function parseCommandLineSetting(output: string): Switched {
  const value = /ProcessCreationIncludeCmdLine_Enabled\s+REG_DWORD\s+0x([0-9a-f]+)/i.exec(output)?.[1];
  return value !== undefined && Number.parseInt(value, 16) === 1 ? 'on' : 'off';
}

async function windowsPolicy(): Promise<AuditPolicy> {
  const system = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32');
  // In a folder that nobody can have put a file into before.
  const folder = await mkdtemp(join(tmpdir(), 'scout-audit-'));
  const backup = join(folder, 'policy.csv');
  const settings = await run(join(system, 'auditpol.exe'), ['/backup', `/file:${backup}`], {
    timeout: TIMEOUT_MS,
  })
    .then(() => readFile(backup))
    .then((bytes) =>
      parseAuditBackup(bytes.toString(bytes[1] === 0 || bytes[0] === 0xff ? 'utf16le' : 'utf8')),
    )
    .catch(() => ({ process_creation: 'unknown', logons: 'unknown' }) as const)
    .finally(() => rm(folder, { recursive: true, force: true }));
  const key = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Policies\\System\\Audit';
  const command_lines = await run(
    join(system, 'reg.exe'),
    ['query', key, '/v', 'ProcessCreationIncludeCmdLine_Enabled'],
    { timeout: TIMEOUT_MS },
  ).then(
    ({ stdout }) => parseCommandLineSetting(stdout),
    // reg ends with 1 when there is no such value: the setting was never made.
    (error: { code?: unknown }) => (error.code === 1 ? 'off' : 'unknown'),
  );
  return { ...settings, command_lines };
}

/** True when a file of audit rules watches the start of programs. */
export const watchesExecve = (rules: string): boolean =>
  rules.split('\n').some((line) => /^\s*-a\s+\S*always\S*\s/.test(line) && /\s-S\s+\S*\bexecve\b/.test(line));

async function linuxPolicy(): Promise<AuditPolicy> {
  const process_creation = await linuxProcessAudit('/etc/audit', '/var/log/audit/audit.log');
  return { process_creation, command_lines: process_creation, logons: await linuxLogons() };
}

/** auditd's log is there and one of its rules watches execve; `unknown` when this user may not look. */
export async function linuxProcessAudit(folder: string, log: string): Promise<Switched> {
  try {
    await stat(log);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'off' : 'unknown';
  }
  try {
    // What augenrules loaded last; a machine that never ran it has only the parts.
    const parts = await readdir(join(folder, 'rules.d')).catch(() => []);
    const files = [join(folder, 'audit.rules'), ...parts.map((name) => join(folder, 'rules.d', name))];
    const rules = await Promise.all(
      files.map((file) =>
        readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return '';
          throw error;
        }),
      ),
    );
    return rules.some(watchesExecve) ? 'on' : 'off';
  } catch {
    return 'unknown';
  }
}

/** Logons are always written where there is a journal or a syslog file. */
async function linuxLogons(): Promise<Switched> {
  for (const place of ['/var/log/journal', '/run/log/journal', '/var/log/auth.log', '/var/log/secure']) {
    if (
      await stat(place).then(
        () => true,
        () => false,
      )
    )
      return 'on';
  }
  return 'off';
}
