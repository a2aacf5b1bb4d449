import { Panel, type PanelProps } from '@scout/ui';
import type { ReactNode } from 'react';
import { usePollState } from '../../events/FeedProvider.tsx';
import { lastSuccess } from '../../events/poller.ts';
import type { FiguresView } from '../../events/useFigures.ts';
import { useLiveStatus } from '../../events/useLiveStatus.ts';
import { asOf } from './asOf.ts';
import { FiguresError } from './FiguresError.tsx';

interface FiguresPanelProps<Figures> extends Omit<PanelProps, 'children' | 'stale'> {
  view: FiguresView<Figures>;
  /** What stands there while figures are awaited: a Skeleton. */
  loading: ReactNode;
  children: (figures: Figures) => ReactNode;
}

/** A panel of figures in each of its states: awaited, failed, shown, and shown but out of date. */
export function FiguresPanel<Figures>({ view, loading, children, ...panel }: FiguresPanelProps<Figures>) {
  const poll = usePollState();
  const status = useLiveStatus();
  const { figures, error } = view;
  const stale = status === 'offline' && figures !== null;
  return (
    <Panel {...panel} {...(stale && { stale: asOf(lastSuccess(poll.status)) })}>
      {figures !== null && children(figures)}
      {figures === null && error === null && loading}
      {figures === null && error !== null && (
        <FiguresError title={`${panel.title} could not be loaded`} error={error} />
      )}
    </Panel>
  );
}
