import type { DeploymentOption } from './deployments.ts';

const WIDTH = 320;
const HEIGHT = 222;
const BOX = { width: 116, height: 28, gap: 16 };
const TOP = 28;
/** Left edges of the two columns: in the customer's network, and outside. */
const COLUMNS = { inside: 20, outside: 184 };

const yOf = (index: number) => TOP + 8 + index * (BOX.height + BOX.gap);

/** The four parts in the order of the data flow, and the customer's boundary around the inner ones. */
export function Diagram({ deployment: { name, parts, outside } }: { deployment: DeploymentOption }) {
  const inside = parts.filter((part) => part.inside);
  const place = parts.map((part, index) => ({
    ...part,
    x: part.inside ? COLUMNS.inside : COLUMNS.outside,
    y: yOf(index),
  }));
  const depth = yOf(parts.findLastIndex((part) => part.inside)) + BOX.height + 12 - TOP + 8;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block h-auto w-full max-w-80"
      role="img"
      aria-label={`${name}: inside your network ${inside.map((part) => part.name).join(', ')}.`}
    >
      <rect
        x="4"
        y={TOP - 8}
        width={COLUMNS.inside + BOX.width + 12}
        height={depth}
        rx="3"
        fill="none"
        strokeWidth="1.5"
        strokeDasharray="5 4"
        className="stroke-accent"
      />
      <text x="4" y="12" className="fill-accent text-[11px]">
        your network
      </text>
      {outside !== null && (
        <text x={COLUMNS.outside} y="12" className="fill-content-faint text-[11px]">
          {outside}
        </text>
      )}
      {place.slice(1).map((part, index) => {
        const from = place[index]!;
        return <Flow key={part.name} from={from} to={part} />;
      })}
      {place.map((part) => (
        <g key={part.name}>
          <rect
            x={part.x}
            y={part.y}
            width={BOX.width}
            height={BOX.height}
            rx="2"
            className="fill-surface-1 stroke-stroke-strong"
          />
          <text
            x={part.x + BOX.width / 2}
            y={part.y + 18}
            textAnchor="middle"
            className="fill-content text-[12px]"
          >
            {part.name}
          </text>
        </g>
      ))}
    </svg>
  );
}

interface Corner {
  x: number;
  y: number;
}

/** A line from the bottom of one part to the top of the next, with a corner where it crosses the boundary. */
function Flow({ from, to }: { from: Corner; to: Corner }) {
  const middle = BOX.width / 2;
  const crosses = from.x !== to.x;
  const edge = to.x > from.x ? from.x + BOX.width : from.x;
  const d = crosses
    ? `M${edge} ${from.y + BOX.height / 2}H${to.x + middle}V${to.y - 5}`
    : `M${from.x + middle} ${from.y + BOX.height}V${to.y - 5}`;
  return (
    <g>
      <path d={d} fill="none" strokeWidth="1.25" className="stroke-content-faint" />
      <path d={`M${to.x + middle - 3.5} ${to.y - 6}h7l-3.5 5z`} className="fill-content-faint" />
    </g>
  );
}
