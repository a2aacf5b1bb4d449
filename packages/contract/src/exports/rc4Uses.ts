import type { Rc4Use } from '../entities/rc4Use.ts';
import { rc4CauseTitles, rc4Remedies } from '../rc4Words.ts';
import type { ExportedTable } from './table.ts';

/** Uses of RC4 as a table for export. */
export const rc4Table = (uses: readonly Rc4Use[]): ExportedTable => ({
  headings: [
    'Account',
    'Requested by',
    'Client',
    'Cause',
    'Remedy',
    'Tickets',
    'First seen',
    'Last seen',
    'Event',
  ],
  rows: uses.map((use) => [
    use.account,
    use.requester ?? use.account,
    use.client,
    rc4CauseTitles[use.cause],
    rc4Remedies[use.cause],
    use.tickets,
    use.first_seen,
    use.last_seen,
    use.event,
  ]),
});
