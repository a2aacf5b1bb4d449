import type { InfrastructureChangeFigures } from '@scout/contract';
import { infrastructureChangePanels } from '@scout/detection';
import { DataTable, PanelGrid, Skeleton } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';
import { useFigures } from '../../../events/useFigures.ts';
import { titled } from '../../../title.ts';
import { labelOf, withinWords } from '../../../view/range.ts';
import { useRange } from '../../../view/useView.ts';
import { useOpenEvent } from '../../incidents/DrillDownPage.tsx';
import { cutNote } from '../cutWords.ts';
import { DashboardPage } from '../DashboardPage.tsx';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { DashboardLead } from '../lead/DashboardLead.tsx';
import { NothingFound, NothingYet } from '../NothingYet.tsx';
import { Totals } from '../Totals.tsx';
import { changeColumns } from './changeColumns.tsx';
import { RecentChanges } from './RecentChanges.tsx';

export const meta = titled('Infrastructure Changes');

const totals = [
  { label: 'Total Changes', of: (figures: InfrastructureChangeFigures) => figures.totalChanges },
  { label: 'High Severity', of: (figures: InfrastructureChangeFigures) => figures.highSeverity },
];

/** The Infrastructure Changes dashboard of a subscribed organization (spec section 2). */
export default function Infrastructure() {
  const [range] = useRange();
  const view = useFigures('infrastructure-changes', range);
  const openEvent = useOpenEvent();
  const { figures } = view;
  const panels = figures && infrastructureChangePanels(figures);
  return (
    <DashboardPage
      title="Infrastructure Changes"
      subtitle="Real-time monitoring of system modifications and configuration updates"
      lead={<DashboardLead about="changes" />}
      view={view}
      rule="infrastructure-changes"
    >
      <div className="grid grid-cols-1 gap-px lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <div className="lg:m-px lg:bg-surface-2 lg:outline lg:outline-stroke-subtle lg:[&>dl]:p-0">
          <Totals view={view} totals={totals} note={labelOf(range)} stacked />
        </div>
        <div className="grid p-px">
          <RecentChanges view={view} />
        </div>
      </div>
      <PanelGrid>
        <FiguresPanel
          title="Infrastructure Changes Log"
          {...(panels && cutNote(panels.log.length, figures.totalChanges, 'changes'))}
          flush
          view={view}
          loading={<Skeleton shape="table" label="Infrastructure Changes Log" />}
        >
          {(figures) => (
            <DataTable
              caption="Infrastructure Changes Log"
              name="changes-log"
              columns={changeColumns}
              rows={infrastructureChangePanels(figures).log}
              rowKey={(row) => row.id}
              onRowActivate={(row) => openEvent(row.id)}
              nothingFound={(text, clear) => <NothingFound text={text} onClear={clear} />}
              timeZone={timeZone}
              maxHeight={640}
              empty={<NoChanges />}
            />
          )}
        </FiguresPanel>
      </PanelGrid>
    </DashboardPage>
  );
}

/** Explains an empty panel of changes. */
export function NoChanges() {
  const [range] = useRange();
  return (
    <NothingYet
      title={`No infrastructure changes ${withinWords(range)}`}
      appears="A change appears here when a service account, its groups, a service or task that runs as it, or the audit policy changes on a machine with an agent. Domain controllers log changes to domain accounts."
    />
  );
}
