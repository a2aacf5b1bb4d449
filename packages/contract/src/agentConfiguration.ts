import { FILTERED_IDS } from '@scout/detection/collection';
import { limits } from './limits.ts';

/** Rules of a group's configuration, shared by the server, which takes it, and the agent, which does not trust it. Without zod: the agent stays small. */

/** When a group's machines get a release: chosen first, in between, or never for a first ring. */
export const upgradeRings = ['first', 'any', 'last'] as const;
export type UpgradeRing = (typeof upgradeRings)[number];

/** Times of the machine's own clock; over midnight if `from` is later than `to`. */
export interface QuietHours {
  /** Days on which they begin, 0 is Sunday. */
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** Settings of a group. An absent one stays as the machine's own file says. */
export interface GroupSettings {
  readonly sources?: readonly string[] | undefined;
  readonly exclude_event_ids?: readonly number[] | undefined;
  readonly events_per_second?: number | undefined;
  readonly upgrade_ring?: UpgradeRing | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly quiet_hours?: QuietHours | undefined;
  readonly proxy?: string | undefined;
}

/** The content of a signed document; `group` null: the machine is in no group, and its own file applies. */
export interface ConfigurationDocument {
  readonly agent_id: string;
  readonly issued_at: string;
  readonly group: { readonly group_id: string; readonly name: string; readonly version: number } | null;
  readonly settings: GroupSettings;
}

/** Settings that only the machine's own file or its administrator can change, and why. */
export const localSettings: Readonly<Record<string, string>> = {
  server: 'a machine follows its server only by proof of the credential',
  allow_cleartext: 'events and the credential would be readable on the way',
  ca_file: 'it decides which servers are trusted',
  pins: 'they decide which servers are trusted',
  client_certificate: 'it names a file of the machine',
  client_key: 'it names a file of the machine',
  proxy_credentials: 'it names a file of the machine and would send its content',
  release_url: 'it decides where programs come from',
  upgrade: 'an administrator who keeps a version has the last word',
  host: 'it is the name by which people know the machine',
  heartbeat: 'the server relies on it to notice silence',
  group: 'an admin moves machines by hand, token or name',
  directories: 'they name files and accounts of the machine, and send a password to an address',
  central: 'it decides whether a central configuration applies at all',
  central_paths: 'they decide which files a central configuration may read',
};

const { agentGroup: max } = limits;

const SOURCE = /^(?:system:|journald:|macos:|windows:[\w .\-/]{0,120}(?:\?ids=\d{1,5}(?:,\d{1,5}){0,63})?)$/;
const FILE = /^(?:file|authlog|audit):(.*)$/s;

/** The fault of a source in a group's configuration; null without one. */
export function sourceFault(text: string): string | null {
  if (text.length > max.sourceMax) return `A source has at most ${max.sourceMax} characters.`;
  if (SOURCE.test(text)) return null;
  const path = FILE.exec(text)?.[1];
  if (path === undefined)
    return `'${text}' is not a source: use system:, windows:CHANNEL?ids=4624,4625, journald:, authlog:PATH, audit:PATH, macos: or file:PATH.`;
  if (path === '' && !text.startsWith('file:')) return null;
  return isPlainPath(path) ? null : `'${text}' needs the full path of a file, without '..'.`;
}

/** The path of a source that names a file; null for any other. */
export const pathOfSource = (text: string): string | null => FILE.exec(text)?.[1] || null;

/** A full path without steps upward, of Windows or another system. */
function isPlainPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: hostile paths are what it looks for
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(path) || /[\0-\x1f\x7f*?"<>|]/.test(path)) return false;
  return !path.split(/[\\/]/).includes('..');
}

/** The fault of a proxy in a group's configuration; null without one. A PAC file is a program, and a user name a secret. */
export function proxyFault(text: string): string | null {
  if (text === 'none') return null;
  const url = text.length > max.proxyMax ? null : URL.parse(text);
  const isPlain =
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.hostname !== '' &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '') &&
    url.pathname === '/';
  return isPlain
    ? null
    : 'The proxy must be http://HOST:PORT, https://HOST:PORT or none, without a user name.';
}

export const tagPattern = /^[\p{L}\p{N}][\p{L}\p{N} _.:-]{0,39}$/u;
export const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
/** Ids that can be left out: the others are what rules and sessions need. */
export const excludableIds: readonly number[] = FILTERED_IDS;

const isListOf = (
  value: unknown,
  most: number,
  is: (entry: unknown) => boolean,
): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= most && value.every(is) && new Set(value).size === value.length;
const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

const checks: Readonly<Record<keyof GroupSettings, (value: unknown) => string | null>> = {
  sources(value) {
    if (!isListOf(value, max.sources, (entry) => typeof entry === 'string') || value.length === 0)
      return `There must be 1 to ${max.sources} different sources.`;
    return value.map((entry) => sourceFault(entry as string)).find((fault) => fault !== null) ?? null;
  },
  exclude_event_ids: (value) =>
    isListOf(value, max.excludedIds, (id) => excludableIds.includes(id as number))
      ? null
      : `Event ids that can be left out are ${excludableIds.join(', ')}.`,
  events_per_second: (value) =>
    isWhole(value, max.rateMin, max.rateMax)
      ? null
      : `The rate must be a whole number from ${max.rateMin} to ${max.rateMax}.`,
  upgrade_ring: (value) =>
    upgradeRings.includes(value as UpgradeRing) ? null : `The ring must be ${upgradeRings.join(', ')}.`,
  tags: (value) =>
    isListOf(value, max.tags, (tag) => typeof tag === 'string' && tagPattern.test(tag))
      ? null
      : `There can be ${max.tags} different tags of letters, digits and ' _.:-', each at most 40 characters.`,
  quiet_hours(value) {
    if (typeof value !== 'object' || value === null) return 'Quiet hours need days, from and to.';
    const { days, from, to, ...rest } = value as Record<string, unknown>;
    const areTimes = [from, to].every((time) => typeof time === 'string' && timePattern.test(time));
    const areDays = isListOf(days, 7, (day) => isWhole(day, 0, 6)) && days.length > 0;
    return areTimes && areDays && from !== to && Object.keys(rest).length === 0
      ? null
      : 'Quiet hours need days (0 is Sunday), and two different times such as 08:00 and 18:00.';
  },
  proxy: (value) => (typeof value === 'string' ? proxyFault(value) : 'The proxy must be a text.'),
};

/** Settings that are within the rules, or the fault as a sentence. Unknown ones are a fault: ignoring them would claim that they apply. */
export function readGroupSettings(value: unknown): GroupSettings | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'The settings are not an object.';
  for (const [name, setting] of Object.entries(value)) {
    if (Object.hasOwn(localSettings, name))
      return `'${name}' can only be set on the machine: ${localSettings[name]}.`;
    if (!Object.hasOwn(checks, name))
      return `This version of the agent does not know the setting '${name.slice(0, 40)}'.`;
    const fault = checks[name as keyof GroupSettings](setting);
    if (fault !== null) return fault;
  }
  return value as GroupSettings;
}

/** True when a pattern such as `web-*` has a host's name; case does not count. */
export function hasName(pattern: string, host: string): boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split('*');
  const name = host.toLowerCase();
  const last = parts.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last))
    return false;
  // Without expressions: a hostile pattern must not cost time.
  let from = first.length;
  for (const part of parts) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= name.length - last.length;
}
