import {
  type Agent,
  type AgentReason,
  type AgentRelease,
  type AgentState,
  agentReasons,
  limits,
} from '@scout/contract';
import { isNewer } from '@scout/contract/releases';
import type { Clock } from '../../../platform/clock.ts';

/** Reference for an agent's health: the time, and the newest release for its platform. */
export interface FleetView {
  /** Epoch milliseconds. */
  readonly now: number;
  /** By the platform as reported by agents, such as 'linux 6.12.1 x64'. */
  latest(platform: string): AgentRelease | null;
}

export const fleetView = ({
  clock,
  latestAgent,
}: {
  clock: Clock;
  latestAgent: FleetView['latest'];
}): FleetView => ({
  now: clock.now(),
  latest: latestAgent,
});

const max = limits.agent;
const DAY_SECONDS = 86_400;

/** State of an agent; times are ISO. */
export type AgentFacts = Omit<Agent, 'state' | 'reasons'>;

interface Rule {
  /** True for a current condition: does not apply to a silent agent. */
  readonly present: boolean;
  /** `age` is in seconds, infinite for missing times. */
  when(agent: AgentFacts, age: (time: string | null) => number): boolean;
}

/** Reasons why an agent needs attention, one rule each. */
const rules: Readonly<Record<AgentReason, Rule>> = {
  awaiting_approval: { present: false, when: ({ awaiting_approval }) => awaiting_approval },
  same_identity: {
    present: false,
    when: ({ conflict_at }, age) => age(conflict_at) < max.conflictAttentionSeconds,
  },
  enrolment_refused: {
    present: false,
    when: ({ refused_at }, age) => age(refused_at) < max.refusedAttentionHours * 3600,
  },
  released: { present: false, when: ({ released_until }, age) => age(released_until) < 0 },
  silent: {
    present: false,
    when: (agent, age) => age(agent.last_seen_at ?? agent.enrolled_at) > max.silentAfterSeconds,
  },
  log_cleared: {
    present: false,
    when: ({ gaps }, age) => age(gaps.last_cleared_at) < max.gapAttentionDays * DAY_SECONDS,
  },
  source_failed: {
    present: true,
    when: ({ sources }) => sources?.some(({ state }) => state === 'failed') ?? false,
  },
  names_refused: { present: true, when: ({ names }) => names.state === 'refused' },
  gaps: { present: false, when: ({ gaps }, age) => age(gaps.last_at) < max.gapAttentionDays * DAY_SECONDS },
  begun_anew: {
    present: false,
    when: ({ begun_anew_at }, age) => age(begun_anew_at) < max.gapAttentionDays * DAY_SECONDS,
  },
  audit_missing: {
    present: true,
    when: ({ audit }) =>
      audit !== null &&
      (audit.logons === 'off' || audit.process_creation === 'off' || audit.command_lines === 'off'),
  },
  queue_growing: {
    present: true,
    when: (agent, age) =>
      agent.queue_grows_since !== null &&
      age(agent.queue_grows_since) >= max.queueGrowsSeconds &&
      (agent.queue_depth ?? 0) >= max.queueGrowsEvents,
  },
  lagging: { present: true, when: ({ waiting_seconds }) => (waiting_seconds ?? 0) > max.lagSeconds },
  rejected: {
    present: false,
    when: (agent, age) => age(agent.last_rejected_at) < max.rejectedAttentionHours * 3600,
  },
  events_ahead: {
    present: false,
    when: (agent, age) => age(agent.last_ahead_at) < max.rejectedAttentionHours * 3600,
  },
  events_old: {
    present: false,
    when: (agent, age) => age(agent.last_old_at) < max.rejectedAttentionHours * 3600,
  },
  clock_skew: {
    present: true,
    when: ({ clock_skew_seconds }) => Math.abs(clock_skew_seconds ?? 0) > max.clockSkewSeconds,
  },
  outdated: {
    present: false,
    when: ({ version, latest_version }) => latest_version !== null && isNewer(latest_version, version),
  },
  no_logons: { present: true, when: ({ audit }) => audit?.logons === 'not_read' },
  no_process_starts: {
    present: true,
    when: ({ audit }) => audit?.process_creation === 'not_read',
  },
};

/** States caused by a reason, most urgent first. */
const stateOfReason: readonly [AgentReason, AgentState][] = [
  ['awaiting_approval', 'awaiting_approval'],
  ['same_identity', 'conflict'],
  ['enrolment_refused', 'conflict'],
  ['released', 'released'],
  ['silent', 'silent'],
];

/** Reasons without required action: the agent works as configured. */
const shortcomings: readonly AgentReason[] = ['no_logons', 'no_process_starts'];

/** State and reasons of an agent at `now` (epoch milliseconds), most urgent first. A revoked agent has none, unless it is released. */
export function healthOf(agent: AgentFacts, now: number): { state: AgentState; reasons: AgentReason[] } {
  const age = (time: string | null) =>
    time === null ? Number.POSITIVE_INFINITY : (now - Date.parse(time)) / 1000;
  if (agent.revoked_at !== null) {
    return rules.released.when(agent, age)
      ? { state: 'released', reasons: ['released'] }
      : { state: 'revoked', reasons: [] };
  }
  const silent = rules.silent.when(agent, age);
  const reasons = agentReasons.filter((reason) => {
    const { present, when } = rules[reason];
    return !(silent && present) && when(agent, age);
  });
  const own = stateOfReason.find(([reason]) => reasons.includes(reason));
  const calls = reasons.some((reason) => !shortcomings.includes(reason));
  return { state: own?.[1] ?? (calls ? 'attention' : reasons.length > 0 ? 'partial' : 'healthy'), reasons };
}
