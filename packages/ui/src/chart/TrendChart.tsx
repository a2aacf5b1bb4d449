import { memo, useRef } from 'react';
import { CartesianGrid, type DotItemDotProps, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import { useLatest } from '../base/rendering.ts';
import { formatCompact, formatCount } from '../value/format.ts';
import { ActivePoint, ChartFrame, ChartTooltip, sameContent } from './ChartFrame.tsx';
import { axisLine, CHARACTER, tickPositions, tickText, valueText } from './chartText.ts';

export interface TrendPoint {
  /** Identity and order of the point. */
  x: number;
  /** The value; null leaves a gap. */
  y: number | null;
  movingAverage: number | null;
  /** The full date: 'Sat, Nov 21, 2026'. */
  fullDate: string;
  /** '00:00 – 23:59'. */
  timeRange: string;
}

export interface TrendChartProps {
  /** The subject of the chart: 'Failed Logon Rate Trend'. */
  label: string;
  /** In order of x. */
  points: readonly TrendPoint[];
  /** Names of the solid and of the dashed line. */
  series?: readonly [value: string, average: string];
  /** The axis label of a point; defaults to month and day from `fullDate`. */
  formatTick?: (point: TrendPoint) => string;
  /** The interval between points; hours are labeled once a day. Defaults to days. */
  step?: 'day' | 'hour';
  /** Called for a click on a point, or Enter on it. */
  onSelect?: (point: TrendPoint) => void;
  /** Height in px without the legend. */
  height?: number;
}

const blue = 'var(--color-chart-blue)';
const gray = 'var(--color-chart-average)';

/** 'Sat, Nov 21, 2026' as 'Nov 21'. */
function monthAndDay(point: TrendPoint): string {
  return point.fullDate.split(', ')[1] ?? point.fullDate;
}

/** A figure over time and its moving average. Both lines break at missing values; the highest and the latest value are labeled. */
export function TrendChart({ onSelect, ...props }: TrendChartProps) {
  const select = useLatest(onSelect);
  return <Trend {...props} {...(onSelect && { onSelect: select })} />;
}

const Trend = memo(function Trend(props: TrendChartProps) {
  const { label, points, step = 'day', height = 240, onSelect } = props;
  const series = props.series ?? ['Failed Logons', 'Moving Average'];
  const active = useRef<TrendPoint | null>(null);
  const tooltip = (name: string, value: number) => `${name}: ${formatCount(value)} failed logons`;
  const formatTick = props.formatTick ?? monthAndDay;
  const byX = new Map(points.map((point) => [point.x, point]));
  // Below 4 the axis would show fractions of a logon, and all zeros would have no height.
  const highest = Math.max(0, ...points.map((point) => point.y ?? 0));
  const latest = points.findLastIndex((point) => point.y !== null);
  const peak = highest > 0 ? points.findIndex((point) => point.y === highest) : -1;

  /** Marks the highest and the latest value, and values between two gaps, which no line would show. */
  const dot = ({ key, cx, cy, index }: DotItemDotProps) => {
    const value = points[index]?.y ?? null;
    const alone = (points[index - 1]?.y ?? null) === null && (points[index + 1]?.y ?? null) === null;
    if (
      value === null ||
      cx === undefined ||
      cy === undefined ||
      !(index === latest || index === peak || alone)
    )
      return <g key={key} />;
    return (
      <g key={key}>
        <circle cx={cx} cy={cy} r={3} fill={blue} />
        {index === latest && (
          <text x={cx + 8} y={cy} dy="0.35em" {...valueText}>
            {formatCompact(value)}
          </text>
        )}
        {index === peak && index !== latest && (
          <text x={cx} y={cy - 9} {...valueText} textAnchor={index === 0 ? 'start' : 'middle'}>
            {formatCompact(value)}
          </text>
        )}
      </g>
    );
  };

  return (
    <div>
      <Legend series={series} />
      <ChartFrame
        label={label}
        height={() => height}
        {...(onSelect && { onEnter: () => active.current && onSelect(active.current) })}
        table={{
          headings: [step === 'day' ? 'Day' : 'Hour', ...series],
          rows: points.map((point) => [
            step === 'day' ? point.fullDate : `${point.fullDate}, ${point.timeRange}`,
            formatCount(point.y),
            formatCount(point.movingAverage),
          ]),
        }}
      >
        {(width) => (
          <LineChart
            width={width}
            height={height}
            data={[...points]}
            aria-label={`${label}. Arrow keys read point by point${onSelect ? ', Enter opens one' : ''}.`}
            {...(onSelect && {
              cursor: 'pointer',
              onClick: () => active.current && onSelect(active.current),
            })}
            margin={{ top: 20, right: 6 * CHARACTER, bottom: 0, left: 0 }}
          >
            <ActivePoint<TrendPoint> point={active} />
            <CartesianGrid vertical={false} stroke="var(--color-chart-grid)" />
            <XAxis
              dataKey="x"
              type="number"
              domain={['dataMin', 'dataMax']}
              ticks={tickPositions(points.length, width - 90, step === 'day' ? 1 : 24).map(
                (index) => points[index]!.x,
              )}
              interval={0}
              axisLine={axisLine}
              tickLine={axisLine}
              tick={tickText}
              tickMargin={6}
              tickFormatter={(x: number) => {
                const point = byX.get(x);
                return point ? formatTick(point) : '';
              }}
            />
            <YAxis
              domain={highest < 4 ? [0, 4] : [0, 'auto']}
              allowDecimals={false}
              width={44}
              axisLine={false}
              tickLine={false}
              tick={tickText}
              tickFormatter={formatCompact}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--color-stroke-strong)' }}
              content={({ active, payload }) => {
                const point = payload?.[0]?.payload as TrendPoint | undefined;
                if (!active || !point) return null;
                const lines = [
                  point.y === null ? null : tooltip(series[0], point.y),
                  point.movingAverage === null ? null : tooltip(series[1], point.movingAverage),
                ].filter((line) => line !== null);
                return <ChartTooltip title={`${point.fullDate}, ${point.timeRange}`} lines={lines} />;
              }}
            />
            <Line
              dataKey="movingAverage"
              name={series[1]}
              stroke={gray}
              strokeWidth={1.25}
              strokeDasharray="5 4"
              dot={false}
              activeDot={{ r: 3, fill: gray, stroke: 'none' }}
              isAnimationActive={false}
            />
            <Line
              dataKey="y"
              name={series[0]}
              stroke={blue}
              strokeWidth={1.75}
              dot={dot}
              activeDot={{ r: 4, fill: blue, stroke: 'var(--color-surface-2)', strokeWidth: 2 }}
              isAnimationActive={false}
            />
          </LineChart>
        )}
      </ChartFrame>
    </div>
  );
}, sameContent);

/** Names the two lines. */
function Legend({ series }: { series: readonly [string, string] }) {
  return (
    <div className="flex gap-5 pb-2 text-label text-content-muted">
      <span className="flex items-center gap-2">
        <svg width="20" height="8" aria-hidden="true">
          <path d="M0 4h20" stroke={blue} strokeWidth="1.75" />
        </svg>
        {series[0]}
      </span>
      <span className="flex items-center gap-2">
        <svg width="20" height="8" aria-hidden="true">
          <path d="M0 4h20" stroke={gray} strokeWidth="1.25" strokeDasharray="5 4" />
        </svg>
        {series[1]}
      </span>
    </div>
  );
}
