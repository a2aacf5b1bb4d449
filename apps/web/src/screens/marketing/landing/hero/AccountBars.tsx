import { cx, formatCount } from '@scout/ui';

interface AccountBarsProps {
  /** Most first. */
  counts: readonly { serviceAccount: string; count: number }[];
  chosen: string | null;
  onChoose: (account: string | null) => void;
}

const SHOWN = 5;

/** Incidents per service account as bars that act as buttons. Widths are SVG attributes, because the page allows no style attribute. */
export function AccountBars({ counts, chosen, onChoose }: AccountBarsProps) {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <div className="bg-surface-2 px-2 py-3">
      <h3 className="px-2 text-label text-content-muted">Incidents per service account</h3>
      <ul className="mt-1">
        {counts.slice(0, SHOWN).map(({ serviceAccount, count }) => {
          const isChosen = chosen === serviceAccount;
          return (
            <li key={serviceAccount}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => onChoose(isChosen ? null : serviceAccount)}
                className={cx(
                  'grid h-7 w-full cursor-pointer grid-cols-[8.5rem_minmax(0,1fr)_2rem] items-center gap-3 rounded-control px-2 text-left text-label',
                  isChosen ? 'bg-surface-selected' : 'hover:bg-surface-3',
                )}
              >
                <span className="truncate font-mono">{serviceAccount}</span>
                <svg width="100%" height="8" aria-hidden="true">
                  <rect width={`${(100 * count) / most}%`} height="8" className="fill-chart-blue" />
                </svg>
                <span className="text-right font-mono">
                  {formatCount(count)}
                  <span className="sr-only"> incidents</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
