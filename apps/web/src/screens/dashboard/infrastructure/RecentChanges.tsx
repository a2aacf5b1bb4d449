import type { InfrastructureChangeFigures } from '@scout/contract';
import { infrastructureChangePanels } from '@scout/detection';
import { Sentence, Severity, Skeleton, Time } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';
import type { FiguresView } from '../../../events/useFigures.ts';
import { useOpenEvent } from '../../incidents/DrillDownPage.tsx';
import { visible } from '../../incidents/rawText.ts';
import { cutNote } from '../cutWords.ts';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { NoChanges } from './Infrastructure.tsx';

type Change = InfrastructureChangeFigures['log'][number];

/** The five newest changes, each as one sentence: what happened, to which account, where, and by whom. The log below has their columns. */
export function RecentChanges({ view }: { view: FiguresView<InfrastructureChangeFigures> }) {
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
          <ul>
            {recent.map((change) => (
              <ChangeLine key={change.id} of={change} />
            ))}
          </ul>
        )
      }
    </FiguresPanel>
  );
}

function ChangeLine({
  of: { id, timestamp, serviceAccount, server, severity, description },
}: {
  of: Change;
}) {
  const openEvent = useOpenEvent();
  return (
    <li className="border-t border-stroke-subtle">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => openEvent(id)}
        className="flex w-full cursor-pointer flex-wrap items-baseline gap-x-3 px-4 py-2 text-left text-body hover:bg-surface-3 focus-visible:outline-offset-[-2px] sm:flex-nowrap"
      >
        <span className="w-20 shrink-0">
          <Severity level={severity} />
        </span>
        <span className="min-w-0 grow wrap-anywhere max-sm:order-last max-sm:basis-full">
          {serviceAccount !== '' && <span className="font-mono text-label">{visible(serviceAccount)}: </span>}
          <Sentence text={visible(description)} />
          {server !== null && (
            <>
              {' '}
              on <span className="font-mono text-label">{visible(server)}</span>
            </>
          )}
        </span>
        <span className="shrink-0 text-label">
          <Time value={timestamp} timeZone={timeZone} plain />
        </span>
      </button>
    </li>
  );
}
