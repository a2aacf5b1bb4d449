import type { CaseFile } from '@scout/contract';
import { cx, formatCount, Panel, type SeverityLevel } from '@scout/ui';
import { useWidth } from '@scout/ui/base/useWidth.ts';
import { useNarrowing } from '../narrowing.ts';
import { useActivity } from '../useActivity.ts';
import { type PathColumn, type PathGraph, type PathNode, pathColumns, pathGraph } from './pathGraph.ts';

const titles: Readonly<Record<PathColumn, string>> = {
  person: 'Person',
  source: 'Workstation or source',
  account: 'Account',
  server: 'Server',
};

const strokes: Readonly<Record<SeverityLevel, string>> = {
  critical: 'stroke-severity-high',
  high: 'stroke-severity-high',
  medium: 'stroke-severity-medium',
  low: 'stroke-severity-low',
};

/** Below this width the columns are stacked, without lines. */
const DRAWN_FROM = 620;

/** Persons, workstations, accounts and servers, and the uses between them. Selecting a name filters everything below. */
export function PathPanel({ file }: { file: CaseFile }) {
  const { names } = useNarrowing();
  const activity = useActivity(file.number).data;
  const graph = pathGraph(file, activity);
  const [ref, width] = useWidth<HTMLDivElement>();
  const isChosen = ({ narrows }: PathNode) =>
    narrows !== null && names[narrows.by]?.toLowerCase() === narrows.name.toLowerCase();
  const isDrawn = width !== null && width >= DRAWN_FROM;
  return (
    <Panel
      title="Path"
      description={`${isDrawn ? 'Line width: number of events; dashed: refusals. ' : ''}Select a name to filter everything below.`}
    >
      <div ref={ref}>
        {isDrawn ? (
          <Drawing graph={graph} width={width} severity={file.severity} isChosen={isChosen} />
        ) : (
          <Stacked graph={graph} isChosen={isChosen} />
        )}
      </div>
      <p className="sr-only">{spoken(graph)}</p>
    </Panel>
  );
}

const NODE_HEIGHT = 44;
const PITCH = 54;
const HEAD = 22;

interface DrawingProps {
  graph: PathGraph;
  width: number;
  severity: SeverityLevel;
  isChosen: (node: PathNode) => boolean;
}

function Drawing({ graph: { nodes, edges }, width, severity, isChosen }: DrawingProps) {
  const nodeWidth = Math.min(210, Math.floor((width - 3 * 44) / 4));
  const step = (width - nodeWidth) / 3;
  const byColumn = pathColumns.map((column) => nodes.filter((node) => node.column === column));
  const rows = Math.max(...byColumn.map((column) => column.length));
  const height = HEAD + rows * PITCH;
  const places = new Map<string, { x: number; y: number }>();
  for (const [column, of] of byColumn.entries())
    for (const [row, node] of of.entries()) {
      // Centers the account vertically among its sources.
      const top = node.column === 'account' ? ((rows - of.length) / 2) * PITCH : 0;
      places.set(node.id, { x: column * step, y: HEAD + top + row * PITCH });
    }
  const most = Math.max(1, ...edges.map(({ events }) => events));
  const chosen = nodes.filter(isChosen).map(({ id }) => id);
  return (
    <div className="relative" style={{ height }}>
      <svg aria-hidden="true" width={width} height={height} className="absolute inset-0">
        {edges.map((edge) => {
          const from = places.get(edge.from)!;
          const to = places.get(edge.to)!;
          const [x1, y1] = [from.x + nodeWidth, from.y + NODE_HEIGHT / 2];
          const [x2, y2] = [to.x, to.y + NODE_HEIGHT / 2];
          const middle = (x1 + x2) / 2;
          const isFaint = chosen.length > 0 && !chosen.includes(edge.from) && !chosen.includes(edge.to);
          return (
            <path
              key={`${edge.from} ${edge.to} ${edge.refused} ${edge.isUsual}`}
              d={`M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2}`}
              fill="none"
              strokeWidth={1.5 + (8.5 * Math.log1p(edge.events)) / Math.log1p(most)}
              strokeDasharray={edge.refused ? '5 4' : undefined}
              opacity={isFaint ? 0.2 : 0.8}
              className={edge.isUsual ? 'stroke-chart-axis' : strokes[severity]}
            />
          );
        })}
      </svg>
      {pathColumns.map((column, index) => (
        <div key={column}>
          <p
            className="absolute top-0 text-label whitespace-nowrap text-content-muted"
            style={{ left: index * step, width: nodeWidth }}
          >
            {titles[column]}
          </p>
          <ul aria-label={titles[column]}>
            {byColumn[index]!.map((node) => {
              const { x, y } = places.get(node.id)!;
              return (
                <li
                  key={node.id}
                  className="absolute"
                  style={{ left: x, top: y, width: nodeWidth, height: NODE_HEIGHT }}
                >
                  <Node node={node} isChosen={isChosen(node)} isFixed />
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** The stacked columns for narrow screens. */
function Stacked({ graph: { nodes }, isChosen }: Pick<DrawingProps, 'graph' | 'isChosen'>) {
  return (
    <ol className="flex flex-col gap-3">
      {pathColumns.map((column) => (
        <li key={column}>
          <p className="text-label text-content-muted">{titles[column]}</p>
          <ul aria-label={titles[column]} className="mt-1 flex flex-col gap-1.5">
            {nodes
              .filter((node) => node.column === column)
              .map((node) => (
                <li key={node.id}>
                  <Node node={node} isChosen={isChosen(node)} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

interface NodeProps {
  node: PathNode;
  isChosen: boolean;
  /** Fixed height for the drawing; a longer name ends in an ellipsis, and is shown in full on hover. */
  isFixed?: boolean;
}

function Node({ node: { text, note, narrows, column, isUsual }, isChosen, isFixed = false }: NodeProps) {
  const { choose } = useNarrowing();
  const look = cx(
    'flex w-full flex-col justify-center border bg-surface-3 px-2.5 text-left leading-4',
    isFixed ? 'h-full overflow-hidden' : 'py-1.5',
    isChosen
      ? 'border-accent outline-1 outline-accent'
      : column === 'account'
        ? 'border-accent'
        : 'border-stroke-subtle',
    isUsual && 'text-content-muted',
  );
  const content = (
    <>
      <span
        className={cx(
          'text-label wrap-anywhere',
          narrows !== null || column === 'account' ? 'font-mono' : 'text-content-muted',
          isFixed && (note === '' ? 'line-clamp-2' : 'line-clamp-1'),
        )}
      >
        {text}
      </span>
      {note !== '' && <span className="truncate text-label text-content-muted">{note}</span>}
    </>
  );
  if (narrows === null)
    return (
      <div className={look} title={text}>
        {content}
      </div>
    );
  return (
    <button
      type="button"
      title={text}
      aria-pressed={isChosen}
      onClick={() => choose(narrows.by, narrows.name)}
      className={cx(look, 'cursor-pointer transition-colors hover:border-stroke-strong')}
    >
      {content}
    </button>
  );
}

/** Maximum lines read by screen readers. */
const SPOKEN = 24;

/** The drawing as sentences for screen readers. */
function spoken({ nodes, edges }: PathGraph): string {
  const textOf = new Map(nodes.map(({ id, text }) => [id, text]));
  const lines = edges
    .toReversed()
    .slice(0, SPOKEN)
    .map(({ from, to, events, refused, isUsual }) => {
      const counted =
        events === 0
          ? ''
          : `: ${formatCount(events)} ${refused ? 'refused' : events === 1 ? 'event' : 'events'}`;
      return `${textOf.get(from)} to ${textOf.get(to)}${counted}${isUsual ? ', usual' : ''}.`;
    });
  const unspoken = edges.length - lines.length;
  return [...lines, ...(unspoken > 0 ? [`And ${formatCount(unspoken)} more.`] : [])].join(' ');
}
