import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFrame, ChartTooltip } from './ChartFrame.tsx';
import { formatCompact, formatCount } from './format.ts';

export interface TrendPoint {
  /** Identity and order of the point. */
  x: number;
  /** The figure; null where there is none, which leaves a gap. */
  y: number | null;
  movingAverage: number | null;
  /** The whole date: 'Sat, Nov 21, 2026'. */
  fullDate: string;
  /** '00:00 – 23:59'. */
  timeRange: string;
}

export interface TrendChartProps {
  /** What is followed: 'Failed Logon Rate Trend'. */
  label: string;
  points: readonly TrendPoint[];
  /** Names of the solid and of the dashed line. */
  series?: readonly [value: string, average: string];
  /** The words beside a point. */
  formatTooltip?: (series: string, value: number) => string;
  /** The words under a point on the axis; by default month and day out of `fullDate`. */
  formatTick?: (point: TrendPoint) => string;
  /** Height in px, legend left out. */
  height?: number;
}

const tick = { fontFamily: 'var(--font-mono)', fontSize: 12, fill: 'var(--color-content-muted)' };

/** 'Sat, Nov 21, 2026' as 'Nov 21'. */
function monthAndDay(point: TrendPoint): string {
  return point.fullDate.split(', ')[1] ?? point.fullDate;
}

/** A figure over time and its moving average. */
export function TrendChart(props: TrendChartProps) {
  const { label, points, series = ['Failed Logons', 'Moving Average'], height = 240 } = props;
  const formatTooltip =
    props.formatTooltip ?? ((name: string, value: number) => `${name}: ${formatCount(value)} failed logons`);
  const formatTick = props.formatTick ?? monthAndDay;
  const tickOf = (x: number) => {
    const point = points.find((candidate) => candidate.x === x);
    return point ? formatTick(point) : '';
  };

  return (
    <div>
      <Legend series={series} />
      <ChartFrame
        label={label}
        height={height}
        table={{
          headings: ['Day', ...series],
          rows: points.map((point) => [
            point.fullDate,
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
            title={label}
            margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
          >
            <CartesianGrid vertical={false} stroke="var(--color-chart-grid)" />
            <XAxis
              dataKey="x"
              type="number"
              domain={['dataMin', 'dataMax']}
              axisLine={{ stroke: 'var(--color-chart-axis)' }}
              tickLine={{ stroke: 'var(--color-chart-axis)' }}
              tick={tick}
              tickMargin={6}
              minTickGap={32}
              tickFormatter={tickOf}
            />
            <YAxis
              domain={[0, 'auto']}
              allowDecimals={false}
              width={44}
              axisLine={false}
              tickLine={false}
              tick={tick}
              tickFormatter={formatCompact}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--color-stroke-strong)' }}
              content={({ active, payload }) => {
                const point = payload?.[0]?.payload as TrendPoint | undefined;
                if (!active || !point) return null;
                const lines = [
                  point.y === null ? null : formatTooltip(series[0], point.y),
                  point.movingAverage === null ? null : formatTooltip(series[1], point.movingAverage),
                ].filter((line) => line !== null);
                return <ChartTooltip title={`${point.fullDate}, ${point.timeRange}`} lines={lines} />;
              }}
            />
            <Line
              dataKey="movingAverage"
              name={series[1]}
              stroke="var(--color-chart-average)"
              strokeWidth={1.5}
              strokeDasharray="4 4"
              dot={false}
              activeDot={{ r: 3, fill: 'var(--color-chart-average)', stroke: 'none' }}
              isAnimationActive={false}
            />
            <Line
              dataKey="y"
              name={series[0]}
              stroke="var(--color-chart-blue)"
              strokeWidth={1.75}
              dot={false}
              activeDot={{
                r: 4,
                fill: 'var(--color-chart-blue)',
                stroke: 'var(--color-surface-2)',
                strokeWidth: 2,
              }}
              isAnimationActive={false}
            />
          </LineChart>
        )}
      </ChartFrame>
    </div>
  );
}

function Legend({ series }: { series: readonly [string, string] }) {
  return (
    <ul className="flex gap-5 pb-2 text-label text-content-muted">
      <li className="flex items-center gap-2">
        <svg width="20" height="8" aria-hidden="true">
          <path d="M0 4h20" stroke="var(--color-chart-blue)" strokeWidth="2" />
        </svg>
        {series[0]}
      </li>
      <li className="flex items-center gap-2">
        <svg width="20" height="8" aria-hidden="true">
          <path d="M0 4h20" stroke="var(--color-chart-average)" strokeWidth="1.5" strokeDasharray="4 4" />
        </svg>
        {series[1]}
      </li>
    </ul>
  );
}
