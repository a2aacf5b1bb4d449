import type { FailedLogonLogRow } from '@scout/detection';
import { type Column, formatCount, ValueList } from '@scout/ui';
import { averageText, averageWords } from './averages.ts';
import { furtherHosts, namesFirst } from './hosts.ts';

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
    // Sorted by the numerator, because the denominator is constant.
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
    text: averageText,
    cell: (row) => (
      <span>
        <span className="text-content-muted">peak {formatCount(row.peakFailuresPerHour)} · </span>
        {averageWords(row)}
      </span>
    ),
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
    value: (row) => namesFirst(row.sourceHosts)[0],
    text: (row) => namesFirst(row.sourceHosts).join('; '),
    cell: (row) => (
      <ValueList
        values={namesFirst(row.sourceHosts)}
        label="source hosts"
        further={furtherHosts(row.sourceHosts)}
        names="source"
      />
    ),
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
