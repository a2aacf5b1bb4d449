import type { FailedLogonFigures } from '@scout/contract';
import { failedLogonPanels } from '@scout/detection';
import { DataTable, Skeleton } from '@scout/ui';
import type { FiguresView } from '../../../events/useFigures.ts';
import { useOpenIncidents } from '../../incidents/DrillDownPage.tsx';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { NothingFound } from '../NothingFound.tsx';
import { logColumns } from './logColumns.tsx';
import { NoFailures } from './NoFailures.tsx';

/** One row per account: how often it failed, why, from where and to what. The top 100 by average per hour. */
export function ActivityLog({ view }: { view: FiguresView<FailedLogonFigures> }) {
  const openIncidents = useOpenIncidents();
  return (
    <FiguresPanel
      title="Failed Logon Activity Log"
      flush
      view={view}
      loading={<Skeleton shape="table" label="Failed Logon Activity Log" />}
    >
      {(figures) => (
        <DataTable
          caption="Failed Logon Activity Log"
          name="failed-logon-activity-log"
          columns={logColumns}
          rows={failedLogonPanels(figures).log}
          rowKey={(row) => row.serviceAccount}
          onRowActivate={(row) => openIncidents({ kind: 'account', name: row.serviceAccount })}
          empty={<NoFailures />}
          nothingFound={(text, clear) => <NothingFound text={text} onClear={clear} />}
        />
      )}
    </FiguresPanel>
  );
}
