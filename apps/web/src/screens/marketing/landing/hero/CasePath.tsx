import { cx } from '@scout/ui';
import { ACCOUNT, type Way, ways } from './caseStory.ts';

interface CasePathProps {
  chosen: Way['id'] | null;
  onChoose: (id: Way['id']) => void;
}

/** Middle of each row, and the height of all, in px. */
const [MIDDLES, HEIGHT] = [[24, 80, 136], 160] as const;

const looks: Readonly<Record<Way['id'], string>> = {
  person: 'stroke-severity-high',
  refused: 'stroke-severity-medium',
  usual: 'stroke-chart-axis',
};
const widths: Readonly<Record<Way['id'], number>> = { person: 5, refused: 2, usual: 7 };

/** Person, workstation, account and server of each way: drawn in four columns, on a phone as a line of names. */
export function CasePath({ chosen, onChoose }: CasePathProps) {
  const isFaint = (id: Way['id']) => chosen !== null && chosen !== id;
  return (
    <div className="border-t border-stroke-subtle px-4 py-3">
      <div
        aria-hidden="true"
        className="hidden grid-cols-[repeat(3,minmax(0,1fr)_2rem)_minmax(0,1fr)] pb-2 text-label text-content-muted sm:grid"
      >
        <span>Person</span>
        <span />
        <span>Workstation</span>
        <span />
        <span>Account</span>
        <span />
        <span>Server</span>
      </div>
      <div className="hidden sm:grid sm:grid-cols-[repeat(3,minmax(0,1fr)_2rem)_minmax(0,1fr)] sm:grid-rows-[repeat(3,3rem)] sm:gap-y-2">
        <Lines column={2} of={(middle) => `M0,${middle} L100,${middle}`} isFaint={isFaint} />
        <Lines column={4} of={(middle) => `M0,${middle} C50,${middle} 50,80 100,80`} isFaint={isFaint} />
        <Lines column={6} of={(middle) => `M0,80 C50,80 50,${middle} 100,${middle}`} isFaint={isFaint} />
        <div className="col-start-5 row-start-2 flex min-w-0 items-center border border-accent bg-surface-3 px-2 font-mono text-label">
          <span className="truncate">{ACCOUNT}</span>
        </div>
        {ways.map((way, row) => (
          <WayNodes
            key={way.id}
            way={way}
            row={rows[row]!}
            isChosen={chosen === way.id}
            isFaint={isFaint(way.id)}
            onChoose={() => onChoose(way.id)}
          />
        ))}
      </div>
      <ul className="flex flex-col gap-2 sm:hidden">
        {ways.map((way) => (
          <li key={way.id}>
            <button
              type="button"
              aria-pressed={chosen === way.id}
              onClick={() => onChoose(way.id)}
              className={cx(
                'flex w-full cursor-pointer flex-wrap items-baseline gap-x-1.5 border px-2.5 py-2 text-left text-label',
                chosen === way.id ? 'border-accent bg-surface-selected' : 'border-stroke-subtle bg-surface-3',
                (isFaint(way.id) || way.id === 'usual') && 'text-content-muted',
              )}
            >
              {[way.person, way.source, way.server].map((name, index) => (
                <span key={name} className="flex items-baseline gap-1.5">
                  {index > 0 && <span className="text-content-muted">→</span>}
                  <span className={cx((index > 0 || way.id === 'person') && 'font-mono')}>{name}</span>
                </span>
              ))}
              <span className="ml-auto text-content-muted">{way.sourceNote}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Row classes by place. */
const rows = ['row-start-1', 'row-start-2', 'row-start-3'] as const;

interface LinesProps {
  column: 2 | 4 | 6;
  /** The line of a way whose names stand at this height. */
  of: (middle: number) => string;
  isFaint: (id: Way['id']) => boolean;
}

const columns = { 2: 'col-start-2', 4: 'col-start-4', 6: 'col-start-6' } as const;

/** The lines between two columns: thickness is count, dashes are refusals. */
function Lines({ column, of, isFaint }: LinesProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      width="100%"
      height="100%"
      className={cx(columns[column], 'row-span-3 row-start-1')}
    >
      {ways.toReversed().map(({ id }) => (
        <path
          key={id}
          d={of(MIDDLES[ways.findIndex((way) => way.id === id)]!)}
          fill="none"
          strokeWidth={widths[id]}
          strokeDasharray={id === 'refused' ? '4 3' : undefined}
          vectorEffect="non-scaling-stroke"
          opacity={isFaint(id) ? 0.2 : 0.9}
          className={looks[id]}
        />
      ))}
    </svg>
  );
}

interface WayNodesProps {
  way: Way;
  row: string;
  isChosen: boolean;
  isFaint: boolean;
  onChoose: () => void;
}

/** Person, workstation and server of a way; each chooses it. */
function WayNodes({ way, row, isChosen, isFaint, onChoose }: WayNodesProps) {
  const nodes = [
    { column: 'col-start-1', name: way.person, note: way.personNote, isName: way.id === 'person' },
    { column: 'col-start-3', name: way.source, note: way.sourceNote, isName: true },
    { column: 'col-start-7', name: way.server, note: way.serverNote, isName: true },
  ];
  return nodes.map(({ column, name, note, isName }) => (
    <button
      key={name}
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cx(
        column,
        row,
        'flex min-w-0 cursor-pointer flex-col justify-center border bg-surface-3 px-2 text-left text-label leading-4',
        isChosen ? 'border-accent' : 'border-stroke-subtle hover:border-stroke-strong',
        (isFaint || way.id === 'usual') && 'text-content-muted',
      )}
    >
      <span className={cx('block w-full truncate', isName && 'font-mono')}>{name}</span>
      <span className="block w-full truncate text-content-muted">{note}</span>
    </button>
  ));
}
