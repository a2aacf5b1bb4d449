import { Stat, StatGrid } from '@scout/ui';
import type { FiguresView } from '../../events/useFigures.ts';

interface TotalsProps<Figures> {
  view: FiguresView<Figures>;
  /** What is counted; 'Last 30 days' when left out. */
  note?: string;
  totals: readonly { label: string; of: (figures: Figures) => number }[];
}

/** The figures of a dashboard that are read from across a desk. */
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
