import { cx, formatCount, RollingNumber, Skeleton } from '@scout/ui';
import type { Spark } from './spark.ts';

/** One of the four figures of the home page. */
export interface HomeStat {
  label: string;
  /** Null while it is not known. */
  value: number | null;
  loading: boolean;
  /** The 30 days behind the figure; null when they are not known day by day. */
  spark?: Spark | null;
  /** What the last of them is called: 'today', 'in 24 h'. */
  latest?: string;
  /** Instead of days: who leads, such as the busiest workstation. */
  leader?: { name: string; count: number; of: number } | null;
}

/** The four figures of the last 30 days, each over the days that it is made of. */
export function HomeStats({ stats }: { stats: readonly HomeStat[] }) {
  return (
    <dl aria-label="Last 30 days" className="grid grid-cols-2 gap-px p-px lg:grid-cols-4">
      {stats.map((stat) => (
        <div
          key={stat.label}
          className="flex min-w-0 flex-col bg-surface-2 px-4 pt-3 pb-3 outline outline-stroke-subtle"
        >
          <dt className="text-body text-content-muted max-sm:min-h-10">{stat.label}</dt>
          <dd className="flex flex-col pt-1">
            {stat.loading ? (
              <Skeleton shape="stat" label={stat.label} />
            ) : (
              <span className={cx('font-medium text-content', sizeOf(stat.value))}>
                <RollingNumber value={stat.value} />
              </span>
            )}
            <Below {...stat} />
            <Note {...stat} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Ten million and more have no room beside another figure on a phone, unless they are smaller there. */
function sizeOf(value: number | null): string {
  return formatCount(value).length > 7 ? 'text-title leading-10 sm:text-figure' : 'text-figure';
}

function Note({ spark, latest = 'in 24 h' }: HomeStat) {
  const last = spark?.at(-1);
  return (
    <span className="mt-1.5 flex flex-wrap gap-x-2 text-label text-content-faint">
      <span>Last 30 days</span>
      {last !== undefined && (
        <span className="whitespace-nowrap text-content-muted">
          {formatCount(last)} {latest}
        </span>
      )}
    </span>
  );
}

/** What fills the line under a figure, always as high, so that the four stay in step. */
function Below({ spark, leader }: HomeStat) {
  if (!leader) return <span className="mt-2 block h-7">{spark && <Bars spark={spark} />}</span>;
  return (
    <span className="mt-2 flex h-7 flex-col justify-end gap-1.5">
      <span className="flex gap-3 font-mono text-label">
        <span className="truncate text-content" title={leader.name}>
          {leader.name}
        </span>
        <span className="ml-auto whitespace-nowrap text-content-muted">
          {formatCount(leader.count)}
          <span className="max-sm:hidden"> of {formatCount(leader.of)}</span>
        </span>
      </span>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="h-1 w-full">
        <rect width="100" height="4" className="fill-chart-grid" />
        <rect width={(leader.count / leader.of) * 100} height="4" className="fill-chart-blue" />
      </svg>
    </span>
  );
}

const [bar, gap, height] = [8, 2, 28];

/** Thirty bars, the last 24 hours lit. A day without anything is a tick on the floor, not a hole. */
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
