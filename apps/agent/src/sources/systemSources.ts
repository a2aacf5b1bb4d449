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
 * The sources of `system:` on this machine: the Security log of Windows and new services of its System log, the unified log of
 * macOS; on Linux the journal or, without one, syslog's file, and auditd's log if it exists.
 */
export function systemSources(platform: NodeJS.Platform = process.platform): string[] {
  if (platform === 'win32') return ['windows:', 'windows:System'];
  if (platform === 'darwin') return ['macos:'];
  const file = AUTH_LOGS.find((path) => existsSync(path)) ?? AUTH_LOGS[0];
  const logons = JOURNALS.some(isFilled) ? 'journald:' : `authlog:${file}`;
  // Without permission to list the folder, the source reports the error.
  return existsSync('/var/log/audit') ? [logons, `audit:${AUDIT_LOG}`] : [logons];
}
