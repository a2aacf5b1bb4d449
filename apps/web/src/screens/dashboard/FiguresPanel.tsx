import { Panel, type PanelProps } from '@scout/ui';
import type { ReactNode } from 'react';
import { usePollStatus } from '../../events/FeedProvider.tsx';
import { lastSuccess } from '../../events/poller.ts';
import type { FiguresView } from '../../events/useFigures.ts';
import { useLiveStatus } from '../../events/useLiveStatus.ts';
import { asOf } from './asOf.ts';
import { FiguresError } from './FiguresError.tsx';
import { useFollowing } from './useFollowing.ts';

interface FiguresPanelProps<Figures> extends Omit<PanelProps, 'children' | 'stale'> {
  view: FiguresView<Figures>;
  /** What stands there while figures are awaited: a Skeleton. */
  loading: ReactNode;
  /** What a person looks at first: drawn in the page's first frame. The other panels follow. */
  first?: boolean;
  children: (figures: Figures) => ReactNode;
}

/** A panel of figures in each of its states: awaited, failed, shown, and shown but out of date. */
export function FiguresPanel<Figures>({
  view,
  loading,
  first = false,
  children,
  ...panel
}: FiguresPanelProps<Figures>) {
  const poll = usePollStatus();
  const status = useLiveStatus();
  const { figures, error } = view;
  const follows = useFollowing(figures !== null);
  const shows = first && figures !== null ? 'figures' : follows;
  const stale = status === 'offline' && figures !== null;
  return (
    <Panel {...panel} {...(stale && { stale: asOf(lastSuccess(poll)) })}>
      {figures !== null && shows === 'figures' && children(figures)}
      {shows === 'nothing' && <div className="h-60" />}
      {shows === 'skeleton' && error === null && loading}
      {figures === null && error !== null && (
        <FiguresError title={`${panel.title} could not be loaded`} error={error} />
      )}
    </Panel>
  );
}
