import type { Row } from './event.ts';
import { distinctNames, HOSTS_LIMIT, plainAddress, textOf } from './names.ts';

/** Fields of a row that can name source hosts (specification section 3): all present ones count. */
export const SOURCE_FIELDS = [
  'source_host',
  'source_hostname',
  'source_info_workstation_name',
  'workstation_name',
  'client_host',
  'originating_host',
] as const;

/** The source hosts of a row, unique without case, ordered by key; at most sixteen. A field may hold several, separated by commas. */
export function sourceHostsOf(row: Row): string[] {
  const hosts: string[] = [];
  const add = (host: string | null) => {
    const address = host === null ? '' : plainAddress(host);
    if (address !== '' && hosts.length < HOSTS_LIMIT) hosts.push(address);
  };
  for (const field of SOURCE_FIELDS) {
    const text = textOf(row[field]);
    if (text === null) continue;
    if (!text.includes(',')) add(text);
    else for (const part of text.split(',')) add(textOf(part));
  }
  return distinctNames(hosts);
}
