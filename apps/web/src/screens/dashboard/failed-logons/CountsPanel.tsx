import type { FailedLogonFigures } from '@scout/contract';
import { isUnfiltered, SHOW_ALL } from '@scout/detection';
import { Button, type Column, DataTable, EmptyState, type PanelSpan, Skeleton, ValueList } from '@scout/ui';
import { useMemo } from 'react';
import type { FiguresView } from '../../../events/useFigures.ts';
import { useOpenIncidents } from '../../incidents/DrillDownPage.tsx';
import { useCaseSeverities, withCaseMarks } from '../caseSeverities.tsx';
import { cutNote } from '../cutWords.ts';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { NoFailures } from './ActivityLog.tsx';
import { FilterBox } from './FilterBox.tsx';
import { furtherHosts } from './hosts.ts';

export interface CountRow {
  name: string;
  count: number;
  /** Sources of the failures, or their accounts. */
  others: readonly string[];
  reasons: readonly string[];
}

/** The further columns of the two tables. */
const further: Readonly<Record<'account' | 'server', Column<CountRow>[]>> = {
  account: [
    othersColumn('Source Hosts', 'source hosts', furtherHosts),
    {
      id: 'reasons',
      header: 'Failure Reasons',
      kind: 'text',
      value: (row) => row.reasons[0],
      text: (row) => row.reasons.join(', '),
      cell: (row) => <ValueList values={row.reasons} label="failure reasons" text />,
      minWidth: 144,
      muted: true,
    },
  ],
  server: [othersColumn('Service Accounts', 'service accounts', () => undefined)],
};

function othersColumn(
  header: string,
  label: string,
  furtherOf: (others: readonly string[]) => string | undefined,
): Column<CountRow> {
  return {
    id: 'others',
    header,
    kind: 'mono',
    minWidth: 144,
    value: (row) => row.others[0],
    cell: (row) => <ValueList values={row.others} label={label} further={furtherOf(row.others)} />,
    text: (row) => row.others.join(', '),
  };
}

interface CountsPanelProps {
  title: string;
  nameHeader: string;
  /** The noun for a row: 'service account'. */
  thing: string;
  placeholder: string;
  /** The kind of name in a row. */
  names: 'account' | 'server';
  span: PanelSpan;
  view: FiguresView<FailedLogonFigures>;
  /** The applied filter; 'all' for none. */
  applied: string;
  onApply: (search: string) => void;
  rowsOf: (figures: FailedLogonFigures, search: string) => CountRow[];
  /** Total number of names. */
  totalOf: (figures: FailedLogonFigures) => number;
}

/** Failed logons counted by account or by server: the first ten, or with a filter the first match. */
export function CountsPanel(props: CountsPanelProps) {
  const { title, nameHeader, thing, placeholder, names, span, view, applied, onApply, rowsOf, totalOf } =
    props;
  const openIncidents = useOpenIncidents();
  const severityOf = useCaseSeverities();
  const columns = useMemo(
    () =>
      withCaseMarks<CountRow>(
        [
          { id: 'name', header: nameHeader, kind: 'mono', value: (row) => row.name, names },
          ...further[names],
          { id: 'count', header: 'Failed Logons', kind: 'number', value: (row) => row.count, width: 128 },
        ],
        severityOf,
      ),
    [nameHeader, names, severityOf],
  );
  const { figures } = view;
  return (
    <FiguresPanel
      {...(figures !== null && cutNote(rowsOf(figures, applied).length, totalOf(figures), `${thing}s`))}
      title={title}
      span={span}
      flush
      actions={<FilterBox thing={thing} placeholder={placeholder} applied={applied} onApply={onApply} />}
      view={view}
      first={names === 'account'}
      loading={<Skeleton shape="table" label={title} />}
    >
      {(figures) => (
        <DataTable
          caption={title}
          name={`failed-logons-by-${names}`}
          columns={columns}
          rows={rowsOf(figures, applied)}
          rowKey={(row) => row.name}
          onRowActivate={({ name }) => openIncidents({ kind: names, name })}
          empty={
            isUnfiltered(applied) || figures.total === 0 ? (
              <NoFailures />
            ) : (
              <EmptyState
                reason="filtered"
                title={`No ${thing} matches “${applied.trim()}”`}
                action={<Button onClick={() => onApply(SHOW_ALL)}>Show All</Button>}
              >
                The filter searches the 50 with the most failed logons.
              </EmptyState>
            )
          }
        />
      )}
    </FiguresPanel>
  );
}
