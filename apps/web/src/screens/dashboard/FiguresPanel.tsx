import { ErrorState, formatTime, Panel, type PanelProps, useAfterPaint } from '@scout/ui';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { timeZone } from '../../events/clock.ts';
import { useFeed, useLiveStatus, useNextPoll, usePollStatus } from '../../events/FeedProvider.tsx';
import { lastSuccess } from '../../events/poller.ts';
import type { FiguresView } from '../../events/useFigures.ts';

interface FiguresPanelProps<Figures> extends Omit<PanelProps, 'children' | 'stale'> {
  view: FiguresView<Figures>;
  /** Shown while figures are loading: a Skeleton. */
  loading: ReactNode;
  /** Renders figures in the page's first frame. Other panels follow after it. */
  first?: boolean;
  children: (figures: Figures) => ReactNode;
}

/** A panel of figures in all states: loading, failed, current, and stale. */
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
  const follows = useDeferredFigures(figures !== null);
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

/** Replaces figures that could not be loaded. */
export function FiguresError({ title, error }: { title: string; error: unknown }) {
  const { poller } = useFeed();
  const nextAt = useNextPoll();
  return (
    <ErrorState
      title={title}
      safe="Agents keep their events and send them when Scout is reachable."
      nextStep="Scout tries again every ten seconds; you can also try now."
      detail={messageOf(error)}
      onRetry={poller.poll}
      retrying={nextAt === null}
    />
  );
}

/** 'Last updated Nov 21, 14:05:32', for panels with stale figures. */
function asOf(at: number | null): string {
  const parts = formatTime(at, { timeZone });
  return parts === null
    ? 'Not updated since you opened this page'
    : `Last updated ${parts.date}, ${parts.clock}`;
}

/**
 * The state of a part that renders after the first frame with figures. Until then it keeps the skeleton, or nothing when the figures were
 * known at mount, so that it adds no work to that frame.
 */
export function useDeferredFigures(known: boolean): 'skeleton' | 'nothing' | 'figures' {
  const [began] = useState<'nothing' | 'skeleton'>(known ? 'nothing' : 'skeleton');
  const painted = useAfterPaint(known);
  if (known && painted) return 'figures';
  return known ? began : 'skeleton';
}
