import type { FailedLogonFigures } from '@scout/contract';
import { Skeleton, Stat, StatGrid } from '@scout/ui';
import type { FiguresView } from '../../events/useFigures.ts';
import { useOpenIncidents } from '../incidents/DrillDownPage.tsx';
import { DayStrip } from './days/DayStrip.tsx';
import { withGaps } from './days/gaps.ts';
import { useKnownFrom } from './days/useKnownFrom.ts';

interface TotalsProps<Figures> {
  view: FiguresView<Figures>;
  /** The period; defaults to 'Last 30 days'. */
  note?: string;
  totals: readonly { label: string; of: (figures: Figures) => number }[];
}

/** The key figures of a dashboard. */
export function Totals<Figures>({
  view: { figures, error },
  totals,
  note = 'Last 30 days',
}: TotalsProps<Figures>) {
  return (
    <StatGrid label="Totals">
      {totals.map(({ label, of }) => (
        <Stat
          key={label}
          label={label}
          value={figures === null ? null : of(figures)}
          note={note}
          loading={figures === null && error === null}
        />
      ))}
    </StatGrid>
  );
}

type Dated = Pick<FailedLogonFigures, 'trend' | 'until'>;

/** The key figures of a dashboard beside its incidents day by day. */
export function TotalsOverTime<Figures extends Dated>(props: TotalsProps<Figures>) {
  return (
    <div className="grid grid-cols-1 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <Totals {...props} />
      <div className="m-px min-w-0 bg-surface-2 px-4 py-3 outline outline-stroke-subtle">
        <OverTime view={props.view} />
      </div>
    </div>
  );
}

function OverTime({ view: { figures, since, error } }: { view: FiguresView<Dated> }) {
  const openIncidents = useOpenIncidents();
  const knownFrom = useKnownFrom(since);
  // Figures of a visit before days were counted have none.
  if (figures?.trend !== undefined && figures.trend.length > 0) {
    return (
      <DayStrip
        label="Incidents per day"
        points={withGaps(figures.trend, figures.until, knownFrom)}
        until={figures.until}
        onSelect={(day) => openIncidents({ kind: 'day', day })}
      />
    );
  }
  return (
    <div className="min-h-21.5">
      {error === null && <Skeleton shape="text" lines={2} label="Incidents per day" />}
    </div>
  );
}
