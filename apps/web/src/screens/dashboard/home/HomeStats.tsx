import type { LaneFilter } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { cx, formatCount, RollingNumber, Skeleton } from '@scout/ui';
import { usePageActions } from '../../../shell/pageActions.ts';

/** One of the four figures of the home page. */
export interface HomeStat {
  label: string;
  /** Null while unknown. */
  value: number | null;
  loading: boolean;
  /** The daily values behind the figure; null when unknown. */
  spark?: Spark | null;
  /** Label of the last value: 'today', 'in 24 h'. */
  latest?: string;
  /** Filter that it applies to the list of accounts; by default none. */
  filters?: LaneFilter;
  /** Shown instead of days: the leader, such as the busiest workstation. */
  leader?: { name: string; count: number; of: number } | null;
}

interface Filter {
  only: LaneFilter | null;
  onChange: (only: LaneFilter | null) => void;
  /** Called when a figure is about to be pressed. */
  onApproach: (only: LaneFilter) => void;
}

interface HomeStatsProps {
  stats: readonly HomeStat[];
  /** Filter of the accounts below, set by the figures; without it they are not buttons. */
  filter?: Filter;
}

/** The four figures of the last 30 days, each with its daily values. */
export function HomeStats({ stats, filter }: HomeStatsProps) {
  return (
    <dl aria-label="Last 30 days" className="grid grid-cols-2 gap-px p-px lg:grid-cols-4">
      {stats.map((stat) => (
        <div
          key={stat.label}
          className="relative grid min-w-0 grid-cols-1 content-start items-center gap-x-4 bg-surface-2 px-4 py-2 outline outline-stroke-subtle sm:grid-cols-[minmax(0,1fr)_minmax(0,7rem)] has-[button:hover]:bg-surface-3 has-[[aria-pressed=true]]:bg-surface-selected"
        >
          <dt className="text-body text-content-muted max-sm:min-h-10 sm:col-start-1">
            {filter && stat.filters ? <FilterButton stat={stat} of={stat.filters} {...filter} /> : stat.label}
          </dt>
          <dd className="contents">
            <span className="font-medium text-title text-content sm:col-start-1">
              {stat.loading ? (
                <span className="block h-7 w-24">
                  <Skeleton shape="text" lines={1} label={stat.label} />
                </span>
              ) : (
                <span data-figure>
                  <RollingNumber value={stat.value} />
                </span>
              )}
            </span>
            <Below {...stat} />
            <Note {...stat} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FilterButtonProps extends Filter {
  stat: HomeStat;
  of: LaneFilter;
}

/** A figure's name as a button over the whole figure, which filters the accounts below. */
function FilterButton({ stat, of, only, onChange, onApproach }: FilterButtonProps) {
  const change = () => onChange(only === of ? null : of);
  usePageActions([
    {
      label: only === of ? 'Show all accounts' : `Filter accounts: ${stat.label}`,
      access: 'subscriber',
      run: change,
    },
  ]);
  return (
    <button
      type="button"
      aria-pressed={only === of}
      title="Filters the accounts below"
      onPointerEnter={() => onApproach(of)}
      onFocus={() => onApproach(of)}
      onClick={change}
      className="cursor-pointer text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      {stat.label}
    </button>
  );
}

function Note({ spark, latest = 'in 24 h' }: HomeStat) {
  const last = spark?.at(-1);
  return (
    <span className="flex flex-wrap gap-x-2 text-label text-content-faint sm:col-span-full">
      <span>Last 30 days</span>
      {last !== undefined && (
        <span className="whitespace-nowrap text-content-muted">
          {formatCount(last)} {latest}
        </span>
      )}
    </span>
  );
}

/** Beside a figure, or on a phone below it. */
function Below({ spark, leader }: HomeStat) {
  const place = 'h-7 sm:col-start-2 sm:row-span-2 sm:row-start-1';
  if (!leader) return <span className={cx('block', place)}>{spark && <Bars spark={spark} />}</span>;
  return (
    <span className={cx('flex flex-col justify-end gap-1.5', place)}>
      <span className="flex gap-3 font-mono text-label">
        <span className="truncate text-content" title={leader.name}>
          {leader.name}
        </span>
        <span className="ml-auto whitespace-nowrap text-content-muted">{formatCount(leader.count)}</span>
      </span>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="h-1 w-full">
        <rect width="100" height="4" className="fill-chart-grid" />
        <rect width={(leader.count / leader.of) * 100} height="4" className="fill-chart-blue" />
      </svg>
    </span>
  );
}

const [bar, gap, height] = [8, 2, 28];

/** Thirty bars with the last 24 hours highlighted. Days without incidents show a tick. */
function Bars({ spark }: { spark: Spark }) {
  const most = Math.max(1, ...spark);
  const last = spark.length - 1;
  const shapes: Record<'tick' | 'bar' | 'lit', string> = { tick: '', bar: '', lit: '' };
  spark.forEach((count, day) => {
    const tall = count === 0 ? 1 : Math.max(3, Math.round((count / most) * height));
    const kind = count === 0 ? 'tick' : day === last ? 'lit' : 'bar';
    shapes[kind] += `M${day * (bar + gap)} ${height}v${-tall}h${bar}v${tall}z`;
  });
  return (
    <svg
      viewBox={`0 0 ${spark.length * (bar + gap) - gap} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="size-full"
    >
      <path d={shapes.tick} className="fill-chart-axis" />
      <path d={shapes.bar} className="fill-chart-blue" />
      <path d={shapes.lit} className="fill-accent" />
    </svg>
  );
}

/** Counts for each of the last 30 periods of 24 hours, newest last. */
export type Spark = readonly number[];

export const sparkDays = 30;

/**
 * Counts for the last 30 periods of 24 hours before `now` (epoch ms), from ISO times.
 * @returns null when the times are incomplete (fewer than `total`), because the bars would be wrong
 */
export function sparkOf(times: readonly { time: string }[], total: number, now: number): Spark | null {
  if (times.length < total) return null;
  const counts = new Array<number>(sparkDays).fill(0);
  for (const { time } of times) {
    const ago = Math.floor((now - Date.parse(time)) / DAY);
    if (ago >= 0 && ago < sparkDays) counts[sparkDays - 1 - ago]! += 1;
  }
  return counts;
}
