import { existsSync, readdirSync } from 'node:fs';

const AUTH_LOGS = ['/var/log/auth.log', '/var/log/secure'];
const JOURNALS = ['/var/log/journal', '/run/log/journal'];
const AUDIT_LOG = '/var/log/audit/audit.log';

const isFilled = (folder: string): boolean => {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
};

/**
 * The sources that `system:` stands for on this machine: the Security log of Windows and of its System log new services, the unified log of macOS; on Linux the journal
 * or, where there is none, the file that syslog writes, and auditd's log where there is one.
 */
export function systemSources(platform: NodeJS.Platform = process.platform): string[] {
  if (platform === 'win32') return ['windows:', 'windows:System'];
  if (platform === 'darwin') return ['macos:'];
  const file = AUTH_LOGS.find((path) => existsSync(path)) ?? AUTH_LOGS[0];
  const logons = JOURNALS.some(isFilled) ? 'journald:' : `authlog:${file}`;
  // Without permission to list the folder, the source reports the error.
  return existsSync('/var/log/audit') ? [logons, `audit:${AUDIT_LOG}`] : [logons];
}
