import { Bar, CartesianGrid, LabelList, BarChart as Recharts, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFrame, ChartTooltip } from './ChartFrame.tsx';
import { formatCompact, formatCount } from './format.ts';
import { truncateMiddle } from './truncate.ts';

export interface BarDatum {
  /** An account, a host. */
  name: string;
  value: number;
}

export interface BarChartProps {
  /** What is compared: 'Incidents per service account'. */
  label: string;
  data: readonly BarDatum[];
  color: 'blue' | 'red';
  /** `horizontal` bars (names at the left; the default) or `vertical` columns. */
  direction?: 'horizontal' | 'vertical';
  /** Headings of the table behind the chart: ['Service account', 'Incidents']. */
  headings: readonly [name: string, value: string];
  /** The words beside a bar: `Incidents: 12`. */
  formatTooltip?: (datum: BarDatum) => string;
  /** Height of a vertical chart in px. Horizontal ones take what their bars need. */
  height?: number;
}

/** JetBrains Mono advances 0.6 em; labels are 12 px. */
const CHARACTER = 7.2;
const tick = { fontFamily: 'var(--font-mono)', fontSize: 12, fill: 'var(--color-content-muted)' };
const valueLabel = { fontFamily: 'var(--font-mono)', fontSize: 12, fill: 'var(--color-content)' };
const colors = { blue: 'var(--color-chart-blue)', red: 'var(--color-chart-red)' };

/** Zero-based bars with their values written at their ends. */
export function BarChart(props: BarChartProps) {
  const { label, data, color, direction = 'horizontal', headings } = props;
  const formatTooltip =
    props.formatTooltip ?? ((datum: BarDatum) => `${headings[1]}: ${formatCount(datum.value)}`);
  const horizontal = direction === 'horizontal';
  const height = horizontal ? data.length * 28 + 8 : (props.height ?? 240);
  const longest = data.reduce((length, datum) => Math.max(length, datum.name.length), 0);
  const widest = data.reduce((length, datum) => Math.max(length, formatCount(datum.value).length), 1);

  return (
    <ChartFrame
      label={label}
      height={height}
      vertical={horizontal}
      table={{ headings, rows: data.map((datum) => [datum.name, formatCount(datum.value)]) }}
    >
      {(width) => {
        const room = horizontal
          ? Math.max(6, Math.min(longest, Math.floor((width * 0.42) / CHARACTER)))
          : Math.max(4, Math.floor(width / Math.max(1, data.length) / CHARACTER) - 1);
        const short = (name: string) => truncateMiddle(name, room);
        return (
          <Recharts
            width={width}
            height={height}
            data={[...data]}
            layout={horizontal ? 'vertical' : 'horizontal'}
            title={label}
            margin={
              horizontal
                ? { top: 4, right: widest * CHARACTER + 12, bottom: 4, left: 0 }
                : { top: 20, right: 0, bottom: 0, left: 0 }
            }
            barCategoryGap={horizontal ? 8 : '28%'}
          >
            {horizontal ? (
              <>
                <XAxis type="number" domain={[0, 'dataMax']} hide />
                <YAxis
                  type="category"
                  dataKey="name"
                  interval={0}
                  width={room * CHARACTER + 10}
                  axisLine={{ stroke: 'var(--color-chart-axis)' }}
                  tickLine={false}
                  tickMargin={8}
                  tick={tick}
                  tickFormatter={short}
                />
              </>
            ) : (
              <>
                <CartesianGrid vertical={false} stroke="var(--color-chart-grid)" />
                <XAxis
                  dataKey="name"
                  interval={0}
                  axisLine={{ stroke: 'var(--color-chart-axis)' }}
                  tickLine={false}
                  tickMargin={8}
                  tick={tick}
                  tickFormatter={short}
                />
                <YAxis
                  type="number"
                  domain={[0, 'auto']}
                  allowDecimals={false}
                  width={40}
                  axisLine={false}
                  tickLine={false}
                  tick={tick}
                  tickFormatter={formatCompact}
                />
              </>
            )}
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--color-surface-3)' }}
              content={({ active, payload }) => {
                const datum = payload?.[0]?.payload as BarDatum | undefined;
                return active && datum ? (
                  <ChartTooltip title={datum.name} lines={[formatTooltip(datum)]} />
                ) : null;
              }}
            />
            <Bar
              dataKey="value"
              name={headings[1]}
              fill={colors[color]}
              maxBarSize={32}
              isAnimationActive="auto"
              animationDuration={180}
            >
              <LabelList
                dataKey="value"
                position={horizontal ? 'right' : 'top'}
                formatter={(value) => formatCount(Number(value))}
                style={valueLabel}
              />
            </Bar>
          </Recharts>
        );
      }}
    </ChartFrame>
  );
}
