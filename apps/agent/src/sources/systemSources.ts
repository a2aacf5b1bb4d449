import { existsSync, readdirSync } from 'node:fs';

const AUTH_LOGS = ['/var/log/auth.log', '/var/log/secure'];
const JOURNALS = ['/var/log/journal', '/run/log/journal'];
const AUDIT_LOG = '/var/log/audit/audit.log';

/** Programs and files of the machine; tests pass those of another. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  exists(path: string): boolean;
  isFilled(folder: string): boolean;
}

const isFilled = (folder: string): boolean => {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
};

const thisMachine: Machine = { platform: process.platform, exists: existsSync, isFilled };

/** True of a Linux machine with neither a journal nor a log of sign-ins. */
const hasNoLogons = ({ platform, exists, isFilled: filled }: Machine): boolean =>
  platform === 'linux' && !JOURNALS.some(filled) && !AUTH_LOGS.some(exists);

/** Reason why `system:` has nothing to read on this machine, with sources that work; null if it has something. */
export function systemProblem(machine: Machine = thisMachine): string | null {
  if (!hasNoLogons(machine)) return null;
  const [first, second] = AUTH_LOGS;
  return `this machine has neither a systemd journal nor ${first} or ${second}, so there are no sign-ins to read. Use --source file:PATH for Windows events from a file, --source authlog:PATH for a syslog file elsewhere, or run rsyslog or systemd-journald. Until then the agent waits for ${first}`;
}

/**
 * The sources of `system:` on this machine: the Security log of Windows and new services of its System log, the unified log of
 * macOS; on Linux the journal or, without one, syslog's file, and auditd's log if it exists.
 */
export function systemSources(machine: Machine = thisMachine): string[] {
  const { platform, exists, isFilled: filled } = machine;
  if (platform === 'win32') return ['windows:', 'windows:System'];
  if (platform === 'darwin') return ['macos:'];
  const file = AUTH_LOGS.find(exists) ?? AUTH_LOGS[0];
  const logons = JOURNALS.some(filled) ? 'journald:' : `authlog:${file}`;
  // Without permission to list the folder, the source reports the error.
  return exists('/var/log/audit') ? [logons, `audit:${AUDIT_LOG}`] : [logons];
}
