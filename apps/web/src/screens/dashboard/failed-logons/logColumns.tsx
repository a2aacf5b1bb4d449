import type { FailedLogonLogRow } from '@scout/detection';
import { type Column, ValueList } from '@scout/ui';

/** The six columns of the Failed Logon Activity Log. */
export const logColumns: Column<FailedLogonLogRow>[] = [
  {
    id: 'serviceAccount',
    header: 'Service Account',
    kind: 'mono',
    value: (row) => row.serviceAccount,
    names: 'account',
    minWidth: 152,
  },
  {
    id: 'velocityRatio',
    header: 'Velocity Ratio',
    kind: 'number',
    width: 128,
    // Sorted by its numerator: the denominator is the same everywhere.
    value: (row) => Number.parseInt(row.velocityRatio, 10),
    cell: (row) => row.velocityRatio,
    text: (row) => row.velocityRatio,
  },
  {
    id: 'averageFailuresPerHour',
    header: 'Avg Failed Attempts/Hour',
    kind: 'number',
    width: 208,
    value: (row) => row.averageFailuresPerHour,
  },
  {
    id: 'failureReasons',
    header: 'Failure Reasons',
    kind: 'text',
    minWidth: 160,
    value: (row) => row.failureReasons[0],
    text: (row) => row.failureReasons.join('; '),
    cell: (row) => <ValueList values={row.failureReasons} label="failure reasons" text />,
  },
  {
    id: 'sourceHosts',
    header: 'Source Hosts',
    kind: 'mono',
    minWidth: 160,
    value: (row) => row.sourceHosts[0],
    text: (row) => row.sourceHosts.join('; '),
    cell: (row) => <ValueList values={row.sourceHosts} label="source hosts" names="source" />,
  },
  {
    id: 'destinationServers',
    header: 'Destination Servers',
    kind: 'mono',
    minWidth: 160,
    value: (row) => row.destinationServers[0],
    text: (row) => row.destinationServers.join('; '),
    cell: (row) => <ValueList values={row.destinationServers} label="destination servers" names="server" />,
  },
];
