import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { FILTERED_IDS, isCollected, SYSTEM_IDS, WHOLE_IDS } from '@scout/detection/collection';
import { FileSource } from './file/fileSource.ts';
import { createAuditExtractor } from './linux/auditLog.ts';
import { createAuthLogExtractor } from './linux/authLog.ts';
import { JournalSource } from './linux/journalSource.ts';
import { osUsersFrom } from './linux/osUsers.ts';
import { UnifiedSource } from './macos/unifiedSource.ts';
import { type Source, SourceError, type SourceNames } from './source.ts';
import { systemSources } from './systemSources.ts';
import type { Selection } from './windows/query.ts';
import { WindowsSource } from './windows/windowsSource.ts';

export interface SourceSettings {
  readonly wevtutil: string;
  readonly windowsPollMs: number;
  /** Select the events of service accounts. */
  readonly names: SourceNames;
  /** Programs to run instead of the system's `journalctl` and `log`. */
  readonly journalctl?: string;
  readonly log?: string;
  /** The machine's name, for logs without one. */
  readonly host?: string;
  /** Windows events that are left out of a default selection. */
  readonly excludedIds?: readonly number[];
}

/** Default event ids by log. */
const EVENT_IDS = { security: [...WHOLE_IDS, ...FILTERED_IDS], system: SYSTEM_IDS };
const AUTH_LOG = '/var/log/auth.log';
const AUDIT_LOG = '/var/log/audit/audit.log';

type Parse = (rest: string, settings: SourceSettings) => Source | null;

const KINDS: Readonly<Record<string, Parse>> = {
  file: (rest) => (rest === '' ? null : new FileSource(resolve(rest))),
  windows: parseWindows,
  journald: (rest, { journalctl = 'journalctl', host = hostname() }) =>
    rest === '' ? new JournalSource(journalctl, host) : null,
  authlog: (rest) =>
    new FileSource(resolve(rest || AUTH_LOG), {
      name: 'authlog',
      reads: ['logons'],
      create: (_, from) => createAuthLogExtractor(from, Date.now),
    }),
  audit: (rest, { host = hostname() }) => {
    const nameOf = osUsersFrom();
    return new FileSource(resolve(rest || AUDIT_LOG), {
      name: 'audit',
      reads: ['process_starts'],
      create: (_, from) => createAuditExtractor(from, host, nameOf),
    });
  },
  macos: (rest, { log = '/usr/bin/log', host = hostname() }) =>
    rest === '' ? new UnifiedSource(log, host) : null,
};

/**
 * Parses a source given by a person: `file:PATH`, `windows:` (the Security log), `windows:CHANNEL`,
 * `windows:CHANNEL?ids=4624,4625` or `?ids=all`, `journald:`, `authlog:[PATH]`, `audit:[PATH]`, `macos:`.
 * @throws {SourceError} for any other text.
 */
export function parseSource(text: string, settings: SourceSettings): Source {
  const colon = text.indexOf(':');
  const kind = text.slice(0, colon);
  const source = Object.hasOwn(KINDS, kind) ? KINDS[kind]!(text.slice(colon + 1), settings) : null;
  if (source !== null) return source;
  throw new SourceError(
    `'${text}' is not a source: use system:, file:PATH, windows:CHANNEL?ids=4624,4625, journald:, authlog:PATH, audit:PATH or macos:`,
  );
}

/**
 * The same for several, with `system:` for all sources of this machine.
 * @throws {SourceError}
 */
export function parseSources(texts: readonly string[], settings: SourceSettings): Source[] {
  const sources = texts
    .flatMap((text) => (text === 'system:' ? systemSources() : [text]))
    .map((text) => parseSource(text, settings));
  if (new Set(sources.map(({ key }) => key)).size < sources.length) {
    throw new SourceError('the same source is named twice');
  }
  return sources;
}

function parseWindows(rest: string, settings: SourceSettings): Source | null {
  const match = /^([^?]*)(?:\?ids=(all|\d+(?:,\d+)*))?$/.exec(rest);
  if (match === null) return null;
  const channel = match[1] || 'Security';
  return new WindowsSource({
    selection: { channel, ...selected(channel, match[2], settings) },
    command: settings.wevtutil,
    pollMs: settings.windowsPollMs,
  });
}

/** All events with the given ids; by default those about service accounts. */
function selected(
  channel: string,
  ids: string | undefined,
  { names, excludedIds = [] }: SourceSettings,
): Omit<Selection, 'channel'> {
  if (ids === 'all') return { eventIds: [] };
  if (ids !== undefined) return { eventIds: ids.split(',').map(Number) };
  const isSystem = channel.toLowerCase() === 'system';
  return {
    eventIds: isSystem ? EVENT_IDS.system : EVENT_IDS.security.filter((id) => !excludedIds.includes(id)),
    filter: { keeps: (xml) => isCollected(xml, names.naming), ready: (signal) => names.ready(signal) },
  };
}
