import { DAY } from '@scout/detection/time';

/** An entry as written to a file by rsyslog and syslog-ng. */
export interface SyslogEntry {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly host: string;
  readonly identifier: string;
  readonly pid: string;
  readonly message: string;
}

const ISO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)) /;
const TRADITIONAL = /^([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d) /;
const REST = /^(\S{1,255}) ([^\s:[\]]{1,64}\]?)(?:\[(\d{1,10})\])?: (.*)$/s;
/** RFC 3164; never localized. */
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/**
 * Parses a line of `auth.log`; null if invalid. The traditional time has neither year nor zone: it is local, and of the latest
 * year in which it is at most a day after `now`.
 */
export function parseSyslogLine(line: string, now: number): SyslogEntry | null {
  const iso = ISO.exec(line);
  const traditional = iso === null ? TRADITIONAL.exec(line) : null;
  const stamp = iso ?? traditional;
  if (stamp === null) return null;
  const time = iso === null ? traditionalTime(traditional!, now) : Date.parse(iso[1]!);
  const rest = REST.exec(line.slice(stamp[0].length));
  if (rest === null || Number.isNaN(time)) return null;
  const [, host = '', identifier = '', pid = '', message = ''] = rest;
  return { time, host, identifier, pid, message };
}

function traditionalTime([, month = '', ...numbers]: readonly string[], now: number): number {
  const index = MONTHS.indexOf(month) / 3;
  if (!Number.isInteger(index) || index < 0) return Number.NaN;
  const [day = 0, hour = 0, minute = 0, second = 0] = numbers.map(Number);
  const year = new Date(now).getFullYear();
  const thisYear = new Date(year, index, day, hour, minute, second).getTime();
  return thisYear > now + DAY ? new Date(year - 1, index, day, hour, minute, second).getTime() : thisYear;
}
