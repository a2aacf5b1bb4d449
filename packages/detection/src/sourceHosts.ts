import type { Row } from './event.ts';
import { distinctNames, textOf } from './names.ts';

/** Where a row names the hosts an event came from (specification section 3): all that are present count. */
export const SOURCE_FIELDS = [
  'source_host',
  'source_hostname',
  'source_info_workstation_name',
  'workstation_name',
  'client_host',
  'originating_host',
] as const;

/** All source hosts of a row, each once whatever its case, ordered by key. A field may hold several, parted by commas. */
export function sourceHostsOf(row: Row): string[] {
  const hosts: string[] = [];
  for (const field of SOURCE_FIELDS) {
    const text = textOf(row[field]);
    if (text === null) continue;
    if (!text.includes(',')) hosts.push(text);
    else hosts.push(...text.split(',').flatMap((part) => textOf(part) ?? []));
  }
  return distinctNames(hosts);
}
