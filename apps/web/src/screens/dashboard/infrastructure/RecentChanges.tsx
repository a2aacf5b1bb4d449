import type { InfrastructureChangeFigures } from '@scout/contract';
import { infrastructureChangePanels } from '@scout/detection';
import { Skeleton } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';
import type { FiguresView } from '../../../events/useFigures.ts';
import { useOpenEvent } from '../../incidents/DrillDownPage.tsx';
import { cutNote } from '../cutWords.ts';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { ChangeLines } from './ChangeLines.tsx';
import { NoChanges } from './Infrastructure.tsx';

/** The five newest changes as sentences. The log below has their columns. */
export function RecentChanges({ view }: { view: FiguresView<InfrastructureChangeFigures> }) {
  const openEvent = useOpenEvent();
  const { figures } = view;
  const recent = figures === null ? [] : infrastructureChangePanels(figures).recent;
  return (
    <FiguresPanel
      title="Recent Infrastructure Changes"
      {...(figures !== null && cutNote(recent.length, figures.totalChanges, 'changes'))}
      flush
      view={view}
      first
      loading={<Skeleton shape="table" label="Recent Infrastructure Changes" lines={5} columns={2} />}
    >
      {() =>
        recent.length === 0 ? (
          <NoChanges />
        ) : (
          <ChangeLines changes={recent} timeZone={timeZone} onOpen={openEvent} />
        )
      }
    </FiguresPanel>
  );
}
