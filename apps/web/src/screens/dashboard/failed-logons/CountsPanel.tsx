import type { FailedLogonFigures } from '@scout/contract';
import { isUnfiltered, SHOW_ALL } from '@scout/detection';
import { Button, type Column, DataTable, EmptyState, Skeleton } from '@scout/ui';
import { useMemo } from 'react';
import type { FiguresView } from '../../../events/useFigures.ts';
import { useOpenIncidents } from '../../incidents/DrillDownPage.tsx';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { FilterBox } from './FilterBox.tsx';
import { NoFailures } from './NoFailures.tsx';

interface CountRow {
  name: string;
  count: number;
}

interface CountsPanelProps {
  title: string;
  nameHeader: string;
  /** What a row is: 'service account'. */
  thing: string;
  placeholder: string;
  /** What a row names. */
  names: 'account' | 'server';
  view: FiguresView<FailedLogonFigures>;
  /** The applied filter; 'all' is none. */
  applied: string;
  onApply: (search: string) => void;
  rowsOf: (figures: FailedLogonFigures, search: string) => CountRow[];
}

/** Failed logons counted by account or by server: the first ten, or under a filter the first that matches. */
export function CountsPanel(props: CountsPanelProps) {
  const { title, nameHeader, thing, placeholder, names, view, applied, onApply, rowsOf } = props;
  const openIncidents = useOpenIncidents();
  const columns = useMemo<Column<CountRow>[]>(
    () => [
      { id: 'name', header: nameHeader, kind: 'mono', value: (row) => row.name, names },
      { id: 'count', header: 'Failed Logons', kind: 'number', value: (row) => row.count, width: 144 },
    ],
    [nameHeader, names],
  );
  return (
    <FiguresPanel
      title={title}
      span={6}
      flush
      actions={
        <FilterBox
          label={`Filter by ${thing}`}
          placeholder={placeholder}
          applied={applied}
          onApply={onApply}
        />
      }
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
                The filter looks through the 50 with the most failed logons.
              </EmptyState>
            )
          }
        />
      )}
    </FiguresPanel>
  );
}
