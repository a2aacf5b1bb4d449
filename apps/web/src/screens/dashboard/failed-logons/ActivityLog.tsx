import type { FailedLogonFigures } from '@scout/contract';
import { failedLogonPanels } from '@scout/detection';
import { DataTable, Skeleton } from '@scout/ui';
import type { FiguresView } from '../../../events/useFigures.ts';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { logColumns } from './logColumns.tsx';
import { NoFailures } from './NoFailures.tsx';

/** One row per account: how often it failed, why, from where and to what. The top 100 by average per hour. */
export function ActivityLog({ view }: { view: FiguresView<FailedLogonFigures> }) {
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
          columns={logColumns}
          rows={failedLogonPanels(figures).log}
          rowKey={(row) => row.serviceAccount}
          empty={<NoFailures />}
        />
      )}
    </FiguresPanel>
  );
}
