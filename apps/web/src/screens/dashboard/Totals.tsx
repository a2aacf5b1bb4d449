import type { FailedLogonFigures } from '@scout/contract';
import { Stat, StatGrid, VisuallyHidden } from '@scout/ui';
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
  /** One below the other beside a panel. */
  stacked?: boolean;
}

/** The key figures of a dashboard. */
export function Totals<Figures>({
  view: { figures, error },
  totals,
  note = 'Last 30 days',
  stacked = false,
}: TotalsProps<Figures>) {
  return (
    <StatGrid label="Totals" stacked={stacked}>
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
    <div className="flex flex-col gap-1" role={error === null ? 'status' : undefined}>
      {error === null && <VisuallyHidden>Loading incidents per day</VisuallyHidden>}
      {/* As high as the strip, also where its words wrap. */}
      <p
        aria-hidden="true"
        className="invisible flex flex-wrap items-baseline justify-between gap-x-4 text-body"
      >
        <span>Incidents per day</span>
        <span className="text-label">Peak 14 on Nov 18</span>
      </p>
      <div className="h-12 border-b border-chart-axis" />
      <p aria-hidden="true" className="invisible font-mono text-label">
        Nov 12
      </p>
    </div>
  );
}
