import { Stat, StatGrid } from '@scout/ui';
import type { FiguresView } from '../../events/useFigures.ts';

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
