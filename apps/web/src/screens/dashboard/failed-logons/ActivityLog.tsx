import type { FailedLogonFigures } from '@scout/contract';
import { failedLogonPanels } from '@scout/detection';
import { DataTable, Skeleton } from '@scout/ui';
import { useMemo } from 'react';
import type { FiguresView } from '../../../events/useFigures.ts';
import { withinWords } from '../../../view/range.ts';
import { useRange } from '../../../view/useView.ts';
import { useOpenIncidents } from '../../incidents/DrillDownPage.tsx';
import { rankedByCase, useCaseSeverities, withCaseMarks } from '../caseSeverities.tsx';
import { cutNote } from '../cutWords.ts';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { NothingFound, NothingYet } from '../NothingYet.tsx';
import { logColumns } from './logColumns.tsx';

/** One row per account with counts, reasons, sources and targets: the top 100 by average per hour, those with a case first. */
export function ActivityLog({ view }: { view: FiguresView<FailedLogonFigures> }) {
  const openIncidents = useOpenIncidents();
  const severityOf = useCaseSeverities();
  const columns = useMemo(() => withCaseMarks(logColumns, severityOf), [severityOf]);
  const ranked = (rows: FailedLogonFigures['log']) =>
    severityOf === null ? rows : rankedByCase(rows, severityOf);
  const { figures } = view;
  return (
    <FiguresPanel
      {...(figures !== null &&
        cutNote(failedLogonPanels(figures).log.length, figures.log.length, 'service accounts'))}
      title="Failed Logon Activity Log"
      flush
      view={view}
      loading={<Skeleton shape="table" label="Failed Logon Activity Log" />}
    >
      {(figures) => (
        <DataTable
          caption="Failed Logon Activity Log"
          name="failed-logon-activity-log"
          columns={columns}
          rows={ranked(failedLogonPanels(figures).log)}
          rowKey={(row) => row.serviceAccount}
          onRowActivate={(row) => openIncidents({ kind: 'account', name: row.serviceAccount })}
          empty={<NoFailures />}
          nothingFound={(text, clear) => <NothingFound text={text} onClear={clear} />}
        />
      )}
    </FiguresPanel>
  );
}

/** Explains an empty panel of failed logons. */
export function NoFailures() {
  const [range] = useRange();
  return (
    <NothingYet
      title={`No failed logons ${withinWords(range)}`}
      appears="A failed logon appears here when a production server refuses a service account."
    />
  );
}
