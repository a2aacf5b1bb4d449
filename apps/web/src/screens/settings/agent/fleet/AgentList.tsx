import type { Agent } from '@scout/contract';
import { ChevronRightIcon, formatAgo, formatCount } from '@scout/ui';
import { hostText } from '../../../cases/file/names.ts';
import { formatSpan, systemOf } from './Measures.tsx';
import { reasonWords } from './reasons.ts';
import { StateMark } from './StateMark.tsx';

interface AgentListProps {
  agents: readonly Agent[];
  now: number;
  onOpen: (agent: Agent) => void;
}

/** The fleet on a phone: a summary of each agent; a press shows the details. */
export function AgentList({ agents, now, onOpen }: AgentListProps) {
  return (
    <ul aria-label="Fleet" className="max-h-[640px] overflow-y-auto">
      {agents.map((agent) => (
        <li key={agent.agent_id} className="border-b border-stroke-subtle last:border-b-0">
          <button
            type="button"
            onClick={() => onOpen(agent)}
            className="grid w-full cursor-pointer grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 px-4 py-3 text-left outline-offset-[-2px] hover:bg-surface-3"
          >
            <span className="min-w-0 truncate font-mono text-body font-medium">{hostText(agent.host)}</span>
            <span className="flex items-center gap-2">
              <StateMark state={agent.state} />
              <span className="text-content-faint">
                <ChevronRightIcon size={14} />
              </span>
            </span>
            {agent.reasons.length > 0 && (
              <span className="col-span-2 text-body text-content">
                {agent.reasons.map((reason) => reasonWords[reason].short).join(' · ')}
              </span>
            )}
            <span className="col-span-2 flex flex-wrap gap-x-3 text-label text-content-muted">
              <span>
                {systemOf(agent.platform)} {agent.version}
              </span>
              <span>seen {formatAgo(agent.last_seen_at, now)}</span>
              <span>lag {formatSpan(agent.lag_seconds)}</span>
              {(agent.queue_depth ?? 0) > 0 && <span>{formatCount(agent.queue_depth)} waiting</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
