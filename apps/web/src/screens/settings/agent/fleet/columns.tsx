import type { Agent } from '@scout/contract';
import { type Column, formatAgo, formatCount } from '@scout/ui';
import { hostText } from '../../../cases/file/names.ts';
import { stateWords } from './fleet.ts';
import { auditWord, formatSkew, formatSpan, systemOf } from './Measures.tsx';
import { reasonWords } from './reasons.ts';
import { StateMark } from './StateMark.tsx';

/** The columns of the fleet at `now` (epoch ms); `onOpen` shows the details of an agent. */
export const fleetColumns = (now: number, onOpen: (agent: Agent) => void): Column<Agent>[] => [
  {
    id: 'state',
    header: 'State',
    kind: 'text',
    value: ({ state }) => stateWords[state],
    cell: ({ state }) => <StateMark state={state} />,
    width: 156,
  },
  {
    id: 'host',
    header: 'Host',
    kind: 'mono',
    value: ({ host }) => hostText(host),
    cell: (agent) => (
      <button
        type="button"
        onClick={() => onOpen(agent)}
        className="block max-w-full cursor-pointer truncate rounded-control font-medium text-accent hover:underline"
        title={hostText(agent.host)}
      >
        {hostText(agent.host)}
      </button>
    ),
    minWidth: 132,
  },
  { id: 'why', header: 'Why', kind: 'text', value: whyOf, text: allReasonsOf, minWidth: 150 },
  {
    id: 'platform',
    header: 'Platform',
    kind: 'text',
    value: ({ platform }) => systemOf(platform),
    cell: ({ platform }) => <span title={platform}>{systemOf(platform)}</span>,
    width: 92,
    muted: true,
  },
  { id: 'version', header: 'Version', kind: 'mono', value: ({ version }) => version, width: 92, muted: true },
  {
    id: 'group',
    header: 'Group',
    kind: 'text',
    value: ({ group }) => group?.name ?? null,
    width: 112,
    muted: true,
  },
  {
    id: 'seen',
    header: 'Last seen',
    kind: 'time',
    value: (agent) => agent.last_seen_at,
    cell: ({ last_seen_at }) => <span title={last_seen_at ?? ''}>{formatAgo(last_seen_at, now)}</span>,
    width: 112,
  },
  {
    id: 'lag',
    header: 'Lag',
    kind: 'number',
    value: (agent) => agent.lag_seconds,
    format: formatSpan,
    width: 72,
  },
  { id: 'queue', header: 'Queue', kind: 'number', value: (agent) => agent.queue_depth, width: 84 },
  { id: 'sent', header: 'Sent', kind: 'number', value: sentOf, width: 92 },
  {
    id: 'rejected',
    header: 'Rejected',
    kind: 'number',
    value: (agent) => agent.events_rejected,
    cell: (agent) => <Faults count={agent.events_rejected} />,
    width: 100,
  },
  {
    id: 'gaps',
    header: 'Gaps',
    kind: 'number',
    value: ({ gaps }) => gaps.count,
    cell: ({ gaps }) => <Faults count={gaps.count} />,
    width: 76,
  },
  {
    id: 'skew',
    header: 'Skew',
    kind: 'number',
    value: (agent) => agent.clock_skew_seconds,
    format: formatSkew,
    width: 76,
  },
  { id: 'audit', header: 'Audit', kind: 'text', value: ({ audit }) => auditWord(audit), width: 84 },
];

/** A count that should be zero, muted when it is. */
function Faults({ count }: { count: number }) {
  return <span className={count === 0 ? 'text-content-faint' : 'font-medium'}>{formatCount(count)}</span>;
}

/** Events sent by the agent's own count, or events received if it reports none. */
export const sentOf = (agent: Agent): number => agent.events_sent ?? agent.events_accepted;

/** Every reason, most urgent first. */
const allReasonsOf = ({ reasons }: Agent): string =>
  reasons.map((reason) => reasonWords[reason].short).join('; ');

/** The most urgent reason, and the number of others. */
export function whyOf({ reasons }: Pick<Agent, 'reasons'>): string | null {
  const [first, ...rest] = reasons;
  if (first === undefined) return null;
  return `${reasonWords[first].short}${rest.length > 0 ? ` +${rest.length}` : ''}`;
}
