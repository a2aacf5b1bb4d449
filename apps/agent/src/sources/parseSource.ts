import { resolve } from 'node:path';
import { FileSource } from './file/fileSource.ts';
import { type Source, SourceError } from './source.ts';
import { WindowsSource } from './windows/windowsSource.ts';

export interface SourceSettings {
  readonly wevtutil: string;
  readonly windowsPollMs: number;
}

/** Logon, failed logon, process start: what the rules look at. */
const EVENT_IDS = [4624, 4625, 4688];

/**
 * The source that a person named: `file:PATH`, `windows:` (the Security log), `windows:CHANNEL`,
 * `windows:CHANNEL?ids=4624,4625` or `?ids=all`.
 * @throws {SourceError} for any other text.
 */
export function parseSource(text: string, settings: SourceSettings): Source {
  const colon = text.indexOf(':');
  const [kind, rest] = [text.slice(0, colon), text.slice(colon + 1)];
  if (kind === 'file' && rest !== '') return new FileSource(resolve(rest));
  if (kind === 'windows') {
    const match = /^([^?]*)(?:\?ids=(all|\d+(?:,\d+)*))?$/.exec(rest);
    if (match !== null) {
      const [, channel, ids] = match;
      const eventIds = ids === undefined ? EVENT_IDS : ids === 'all' ? [] : ids.split(',').map(Number);
      return new WindowsSource({
        selection: { channel: channel || 'Security', eventIds },
        command: settings.wevtutil,
        pollMs: settings.windowsPollMs,
      });
    }
  }
  throw new SourceError(
    `'${text}' is not a source: use file:PATH, windows: or windows:CHANNEL?ids=4624,4625`,
  );
}
