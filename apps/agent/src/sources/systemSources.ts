import { accessSync, constants, existsSync, readdirSync } from 'node:fs';

const AUTH_LOGS = ['/var/log/auth.log', '/var/log/secure'] as const;
const JOURNALS = ['/var/log/journal', '/run/log/journal'];
const AUDIT_FOLDER = '/var/log/audit';
const AUDIT_LOG = `${AUDIT_FOLDER}/audit.log`;

/** Programs and files of the machine; tests pass those of another. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  exists(path: string): boolean;
  isFilled(folder: string): boolean;
  mayRead(path: string): boolean;
}

const isFilled = (folder: string): boolean => {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
};

const mayRead = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
};

const thisMachine: Machine = { platform: process.platform, exists: existsSync, isFilled, mayRead };

/** Logs that `system:` found and missed on a machine, a sentence for each log. */
export interface DetectedLogs {
  readonly found: readonly string[];
  /** Logs that do not exist or cannot be read, each with the next step. */
  readonly missing: readonly string[];
  /** False: there are no sign-ins to read. */
  readonly hasLogons: boolean;
}

/** Looks for the logs of this machine. Opens none. */
export function detectLogs(machine: Machine = thisMachine): DetectedLogs {
  const { platform } = machine;
  if (platform === 'win32')
    return { found: ['the Security log', 'the System log'], missing: [], hasLogons: true };
  if (platform === 'darwin')
    return {
      found: ['the unified log'],
      missing: ['no log that a service may read has process starts'],
      hasLogons: true,
    };
  const logons = linuxLogons(machine);
  const audit = linuxAudit(machine);
  return {
    found: [...logons.found, ...audit.found],
    missing: [...logons.missing, ...audit.missing],
    hasLogons: logons.found.length > 0,
  };
}

type Some = Pick<DetectedLogs, 'found' | 'missing'>;

function linuxLogons({ exists, isFilled: filled, mayRead: readable }: Machine): Some {
  if (JOURNALS.some(filled)) return { found: ['the systemd journal'], missing: [] };
  const path = AUTH_LOGS.find(exists);
  if (path === undefined)
    return {
      found: [],
      missing: [
        `neither a systemd journal nor ${AUTH_LOGS.join(' or ')}, so there are no sign-ins to read. Use --source file:PATH for Windows events from a file, --source authlog:PATH for a syslog file elsewhere, or run rsyslog or systemd-journald. Until then the agent waits for ${AUTH_LOGS[0]}`,
      ],
    };
  if (readable(path)) return { found: [path], missing: ['no systemd journal'] };
  return {
    found: [path],
    missing: [`${path} may not be read by this user: run the agent as root or in the group of the file`],
  };
}

function linuxAudit({ exists, mayRead: readable }: Machine): Some {
  if (!exists(AUDIT_FOLDER))
    return {
      found: [],
      missing: [
        "no log of auditd, so starts of database clients are not read: install auditd and add Scout's rule",
      ],
    };
  // Only users who may list the folder can see that the log is missing.
  if (readable(AUDIT_FOLDER) && !exists(AUDIT_LOG))
    return { found: [], missing: [`${AUDIT_LOG} does not exist yet: start auditd`] };
  if (readable(AUDIT_LOG)) return { found: [AUDIT_LOG], missing: [] };
  return {
    found: [AUDIT_LOG],
    missing: [
      `${AUDIT_LOG} may not be read by this user: run the agent as root or in the group that log_group names in /etc/audit/auditd.conf`,
    ],
  };
}

/** The findings as one line for the log. */
export function findingsInWords({ found, missing }: DetectedLogs): string {
  const there = found.length === 0 ? 'nothing to read' : found.join(', ');
  return [`found on this machine: ${there}`, ...missing].join('; ');
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
  return exists(AUDIT_FOLDER) ? [logons, `audit:${AUDIT_LOG}`] : [logons];
}
