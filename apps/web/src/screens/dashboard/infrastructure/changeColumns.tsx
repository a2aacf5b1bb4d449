import type { InfrastructureChangeFigures } from '@scout/contract';
import { type Column, SeverityBadge } from '@scout/ui';

type ChangeRow = InfrastructureChangeFigures['log'][number];

/** The columns of both tables of changes (spec section 2). */
export const changeColumns: Column<ChangeRow>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.timestamp, width: 148 },
  {
    id: 'account',
    header: 'Service Account',
    kind: 'mono',
    // Empty for a change that concerns no single account, made by none.
    value: (row) => row.serviceAccount || null,
    names: 'account',
    width: 144,
  },
  {
    id: 'server',
    header: 'Server',
    kind: 'mono',
    value: (row) => row.server,
    names: 'server',
    width: 144,
  },
  { id: 'type', header: 'Change Type', kind: 'text', value: (row) => row.changeType, width: 128 },
  {
    id: 'severity',
    header: 'Severity',
    kind: 'text',
    value: (row) => row.severity,
    cell: (row) => <SeverityBadge level={row.severity} />,
    width: 104,
  },
  {
    id: 'description',
    header: 'Description',
    kind: 'text',
    value: (row) => row.description,
    minWidth: 320,
    whole: true,
  },
];
