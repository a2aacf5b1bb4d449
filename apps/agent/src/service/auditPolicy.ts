import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentAudit, AuditPart, AuditSetting, CaseSubcategory } from '@scout/contract';
import type { EventKind, Source } from '../sources/source.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 30_000;
const UNKNOWN: AgentAudit = { process_creation: 'unknown', command_lines: 'unknown', logons: 'unknown' };

/** The machine's audit settings for logons, process starts and command lines. Never throws: an unreadable setting is `unknown`. */
export async function auditPolicy(platform: NodeJS.Platform = process.platform): Promise<AgentAudit> {
  try {
    if (platform === 'win32') return await windowsPolicy();
    if (platform === 'linux') return await linuxPolicy();
    // macOS always logs logons, and has no setting for process starts.
    if (platform === 'darwin') return { ...UNKNOWN, logons: 'on' };
  } catch {
    // Unknown below.
  }
  return UNKNOWN;
}

/** Kind of event enabled by each part of the policy. */
const KINDS: Readonly<Record<AuditPart, EventKind>> = {
  process_creation: 'process_starts',
  command_lines: 'process_starts',
  logons: 'logons',
};

/**
 * The policy with `not_read` for kinds of events that no source reads, regardless of the machine's settings. `off` stays: it must
 * be fixed first.
 */
export function limitToSources(policy: AgentAudit, sources: readonly Pick<Source, 'reads'>[]): AgentAudit {
  const isRead = (kind: EventKind): boolean =>
    sources.some(({ reads }) => reads === null || reads.includes(kind));
  const shown = (key: AuditPart): AuditSetting =>
    policy[key] === 'off' || isRead(KINDS[key]) ? policy[key] : 'not_read';
  return {
    process_creation: shown('process_creation'),
    command_lines: shown('command_lines'),
    logons: shown('logons'),
    ...(policy.off_for_cases !== undefined && { off_for_cases: policy.off_for_cases }),
  };
}

/** Subcategories by GUID, because their names are localized: Process Creation, Logon. */
const PROCESS_CREATION = '0CCE922B-69AE-11D9-BED3-505054503030';
const LOGON = '0CCE9215-69AE-11D9-BED3-505054503030';
const SUCCESS = 1;
const SUCCESS_AND_FAILURE = 3;

/** A subcategory by the distinguishing part of its GUID, with its required setting. */
type Needed = readonly [name: CaseSubcategory, guid: string, setting: number];

/** Subcategories that cases need on every machine. */
const OF_ALL: readonly Needed[] = [
  ['Logoff', '0CCE9216', SUCCESS],
  ['Special Logon', '0CCE921B', SUCCESS],
  ['Security System Extension', '0CCE9211', SUCCESS],
  ['Other Object Access Events', '0CCE9227', SUCCESS],
  ['Audit Policy Change', '0CCE922F', SUCCESS],
];
/** Subcategories with events only from domain controllers. */
const OF_CONTROLLERS: readonly Needed[] = [
  ['Credential Validation', '0CCE923F', SUCCESS_AND_FAILURE],
  ['Kerberos Authentication Service', '0CCE9242', SUCCESS_AND_FAILURE],
  ['Kerberos Service Ticket Operations', '0CCE9240', SUCCESS_AND_FAILURE],
  ['User Account Management', '0CCE9235', SUCCESS],
  ['Security Group Management', '0CCE9237', SUCCESS],
  ['Directory Service Changes', '0CCE923C', SUCCESS],
];

/**
 * Parses a backup of `auditpol`: lines of CSV whose fourth field is a subcategory's GUID and whose last is the setting as a
 * number (0 nothing, 1 success, 2 failure, 3 both). The text between depends on the system language.
 */
export function parseAuditBackup(
  csv: string,
  isController: boolean,
): Pick<AgentAudit, 'process_creation' | 'logons' | 'off_for_cases'> {
  const lines = csv.toUpperCase().split(/\r?\n/);
  const settingOf = (guid: string, wanted: number): AuditSetting => {
    const setting = /,\s*(\d)\s*$/.exec(lines.find((line) => line.includes(guid)) ?? '')?.[1];
    if (setting === undefined) return 'unknown';
    return (Number(setting) & wanted) === wanted ? 'on' : 'off';
  };
  const settings = {
    process_creation: settingOf(PROCESS_CREATION, SUCCESS),
    logons: settingOf(LOGON, SUCCESS_AND_FAILURE),
  };
  const needed = [...OF_ALL, ...(isController ? OF_CONTROLLERS : [])].map(
    ([name, guid, wanted]) => [name, settingOf(`${guid}-69AE-11D9-BED3-505054503030`, wanted)] as const,
  );
  if (needed.every(([, setting]) => setting === 'unknown')) return settings;
  return {
    ...settings,
    off_for_cases: needed.flatMap(([name, setting]) => (setting === 'off' ? [name] : [])),
  };
}

/** Parses `reg query … /v ProductType`: LanmanNT is a domain controller. */
export const parseProductType = (output: string): boolean =>
  /ProductType\s+REG_SZ\s+LanmanNT\b/i.test(output);

/** Parses `reg query … /v ProcessCreationIncludeCmdLine_Enabled`; registry names, types and numbers are not localized. */
export function parseCommandLineSetting(output: string): AuditSetting {
  const value = /ProcessCreationIncludeCmdLine_Enabled\s+REG_DWORD\s+0x([0-9a-f]+)/i.exec(output)?.[1];
  return value !== undefined && Number.parseInt(value, 16) === 1 ? 'on' : 'off';
}

async function windowsPolicy(): Promise<AgentAudit> {
  const system = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32');
  // A new folder: nobody else can have placed a file in it.
  const folder = await mkdtemp(join(tmpdir(), 'scout-audit-'));
  const backup = join(folder, 'policy.csv');
  const reg = join(system, 'reg.exe');
  const product = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\ProductOptions';
  const isController = await run(reg, ['query', product, '/v', 'ProductType'], { timeout: TIMEOUT_MS }).then(
    ({ stdout }) => parseProductType(stdout),
    () => false,
  );
  const settings = await run(join(system, 'auditpol.exe'), ['/backup', `/file:${backup}`], {
    timeout: TIMEOUT_MS,
  })
    .then(() => readFile(backup))
    .then((bytes) =>
      parseAuditBackup(
        bytes.toString(bytes[1] === 0 || bytes[0] === 0xff ? 'utf16le' : 'utf8'),
        isController,
      ),
    )
    .catch(() => ({ process_creation: 'unknown', logons: 'unknown' }) as const)
    .finally(() => rm(folder, { recursive: true, force: true }));
  const key = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Policies\\System\\Audit';
  const command_lines = await run(reg, ['query', key, '/v', 'ProcessCreationIncludeCmdLine_Enabled'], {
    timeout: TIMEOUT_MS,
  }).then(
    ({ stdout }) => parseCommandLineSetting(stdout),
    // reg exits with 1 for a missing value: the setting was never made.
    (error: { code?: unknown }) => (error.code === 1 ? 'off' : 'unknown'),
  );
  return { ...settings, command_lines };
}

/** True when a file of audit rules records execve. */
export const watchesExecve = (rules: string): boolean =>
  rules.split('\n').some((line) => /^\s*-a\s+\S*always\S*\s/.test(line) && /\s-S\s+\S*\bexecve\b/.test(line));

async function linuxPolicy(): Promise<AgentAudit> {
  const process_creation = await linuxProcessAudit('/etc/audit', '/var/log/audit/audit.log');
  return { process_creation, command_lines: process_creation, logons: await linuxLogons() };
}

/** `on` if auditd's log exists and one of its rules records execve; `unknown` without permission to read them. */
export async function linuxProcessAudit(folder: string, log: string): Promise<AuditSetting> {
  try {
    await stat(log);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'off' : 'unknown';
  }
  try {
    // audit.rules is the last output of augenrules; without it only rules.d exists.
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

/** Logons are always recorded on a machine with a journal or a syslog file. */
async function linuxLogons(): Promise<AuditSetting> {
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
