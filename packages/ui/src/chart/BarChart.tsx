import { memo, type ReactElement, useRef } from 'react';
import { Bar, LabelList, type LabelProps, BarChart as Recharts, Tooltip, XAxis, YAxis } from 'recharts';
import { useLatest } from '../base/rendering.ts';
import { formatCount, NO_VALUE } from '../value/format.ts';
import { truncateMiddle } from '../value/truncate.ts';
import { ActivePoint, ChartFrame, ChartTooltip, sameContent } from './ChartFrame.tsx';
import { axisLine, CHARACTER, type TickPosition, tickText, valueText } from './chartText.ts';

export interface BarDatum {
  /** An account or a host. Unique in its chart. */
  name: string;
  value: number;
  /** Words about the bar, written after its value where they fit: who was behind it. */
  detail?: string;
}

export interface BarChartProps {
  /** The subject of the chart: 'Incidents per service account'. */
  label: string;
  /** At least one; show an EmptyState instead of an empty chart. */
  data: readonly BarDatum[];
  color: 'blue' | 'red';
  /** `horizontal` bars with names at the left (the default), or `vertical` columns, which turn horizontal when their names do not fit. */
  direction?: 'horizontal' | 'vertical';
  /**
   * Headings of the table behind the chart: ['Service account', 'Incidents']; the second also labels a bar's tooltip, and a third its
   * detail.
   */
  headings: readonly [name: string, value: string, detail?: string];
  /** Called for a click on a bar or its name, or Enter on it. */
  onSelect?: (datum: BarDatum) => void;
  /** Height in px of vertical columns. Horizontal bars take the height they need. */
  height?: number;
}

const ROW = 28;
/** Characters of a detail beside a bar, and the width (px) from which bars have room for it. */
const DETAIL = 24;
const DETAIL_FROM = 480;
const colors = { blue: 'var(--color-chart-blue)', red: 'var(--color-chart-red)' };

/** Bars that start at zero, with their values at their ends instead of a scale. */
export function BarChart({ onSelect, ...props }: BarChartProps) {
  const select = useLatest(onSelect);
  return <Bars {...props} {...(onSelect && { onSelect: select })} />;
}

const Bars = memo(function Bars(props: BarChartProps) {
  const { label, data, color, direction = 'horizontal', headings, onSelect } = props;
  const active = useRef<BarDatum | null>(null);
  const [nameHeading, valueHeading, detailHeading] = headings;
  const tooltip = ({ value, detail }: BarDatum) => [
    `${valueHeading}: ${formatCount(value)}`,
    ...(detail ? [`${detailHeading}: ${detail}`] : []),
  ];
  const isDetailed = detailHeading !== undefined && data.some(({ detail }) => detail);
  const longest = Math.max(1, ...data.map((datum) => datum.name.length));
  const widest = Math.max(1, ...data.map((datum) => formatCount(datum.value).length));

  const most = Math.max(1, ...data.map((datum) => datum.value));

  /** Characters that fit under one column; names cut below nine characters become ambiguous. */
  const under = (width: number) => Math.floor(width / data.length / CHARACTER) - 2;
  const stands = (width: number | null) =>
    direction === 'vertical' && (width === null || under(width) >= Math.min(9, longest));

  return (
    <ChartFrame
      label={label}
      height={(width) => (stands(width) ? (props.height ?? 240) : data.length * ROW + 4)}
      isHorizontal={(width) => !stands(width)}
      {...(onSelect && { onEnter: () => active.current && onSelect(active.current) })}
      table={{
        headings: isDetailed ? [nameHeading, valueHeading, detailHeading] : [nameHeading, valueHeading],
        rows: data.map(({ name, value, detail }) => [
          name,
          formatCount(value),
          ...(isDetailed ? [detail ?? NO_VALUE] : []),
        ]),
      }}
    >
      {(width, height) => {
        const standing = stands(width);
        const details = isDetailed && !standing && width >= DETAIL_FROM;
        const characters = standing
          ? under(width)
          : Math.max(8, Math.min(longest, Math.floor((width * 0.44) / CHARACTER)));
        return (
          <Recharts
            width={width}
            height={height}
            data={[...data]}
            layout={standing ? 'horizontal' : 'vertical'}
            aria-label={`${label}. Arrow keys read bar by bar${onSelect ? ', Enter opens one' : ''}.`}
            margin={
              standing
                ? { top: 20, right: 0, bottom: 0, left: 0 }
                : { top: 2, right: (widest + (details ? DETAIL + 2 : 0)) * CHARACTER + 8, bottom: 2, left: 0 }
            }
            barCategoryGap={standing ? '30%' : 8}
          >
            {standing ? (
              <XAxis
                dataKey="name"
                interval={0}
                height={28}
                axisLine={axisLine}
                tickLine={false}
                tickMargin={10}
                tick={tickText}
                tickFormatter={(name: string) => truncateMiddle(name, characters)}
              />
            ) : (
              <YAxis
                type="category"
                dataKey="name"
                interval={0}
                width={characters * CHARACTER + 16}
                axisLine={axisLine}
                tickLine={false}
                tick={(tick: TickPosition) => {
                  const datum = data.find(({ name }) => name === tick.payload.value);
                  return leftName(tick, characters, onSelect && datum ? () => onSelect(datum) : undefined);
                }}
              />
            )}
            {standing ? <YAxis hide domain={[0, most]} /> : <XAxis hide type="number" domain={[0, most]} />}
            <ActivePoint<BarDatum> point={active} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--color-surface-3)' }}
              content={({ active, payload }) => {
                const datum = payload?.[0]?.payload as BarDatum | undefined;
                return active && datum ? <ChartTooltip title={datum.name} lines={tooltip(datum)} /> : null;
              }}
            />
            <Bar
              dataKey="value"
              name={valueHeading}
              fill={colors[color]}
              {...(onSelect && {
                cursor: 'pointer',
                onClick: ({ payload }: { payload?: BarDatum }) => payload && onSelect(payload),
              })}
              maxBarSize={standing ? 32 : 14}
              // A bar of zero length would lose its label.
              minPointSize={(value) => (value ? 1 : 0.01)}
              isAnimationActive="auto"
              animationDuration={180}
            >
              <LabelList
                dataKey="value"
                position={standing ? 'top' : 'right'}
                offset={6}
                formatter={(value) => formatCount(Number(value))}
                {...valueText}
              />
              {details && <LabelList dataKey="value" content={detailLabel(data, widest)} />}
            </Bar>
          </Recharts>
        );
      }}
    </ChartFrame>
  );
}, sameContent);

/** A name at the chart's left edge, left-aligned so that names read as a list. */
function leftName({ y, payload }: TickPosition, characters: number, onSelect?: () => void): ReactElement {
  return (
    // Keyboard access is through the chart's arrow keys.
    <text
      x={0}
      y={y}
      dy="0.35em"
      {...tickText}
      {...(onSelect && { onClick: onSelect, className: 'cursor-pointer hover:underline' })}
    >
      {truncateMiddle(String(payload.value), characters)}
    </text>
  );
}

/** Writes the details of bars after their values. */
function detailLabel(data: readonly BarDatum[], widest: number) {
  return ({ index, x, y, width, height }: LabelProps): ReactElement => {
    const detail = index === undefined ? undefined : data[index]?.detail;
    const after = Number(x) + Number(width) + 6 + (widest + 1) * CHARACTER;
    return (
      <text x={after} y={Number(y) + Number(height) / 2} dy="0.35em" {...tickText}>
        {detail === undefined ? '' : truncateMiddle(detail, DETAIL)}
      </text>
    );
  };
}
