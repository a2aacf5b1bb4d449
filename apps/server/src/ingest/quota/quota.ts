import { limits } from '@scout/contract';

/** How much one sender may send. */
export interface Allowance {
  readonly eventsPerSecond: number;
  /** Bytes stored from one midnight to the next, UTC. */
  readonly bytesPerDay: number;
}

export interface Quota {
  /** All agents together. */
  readonly organization: Allowance;
  /** Each agent. */
  readonly agent: Allowance;
}

type Partly<T> = { readonly [K in keyof T]: T[K] | undefined };

/** What the server's settings say for all organizations; undefined: the plan's. */
export interface QuotaSettings {
  readonly organization: Partly<Allowance>;
  readonly agent: Partly<Allowance>;
}

/** What the operator decided for one organization, as the database has it; bigint as text. */
export interface QuotaRow {
  readonly events_per_second: number | null;
  readonly bytes_per_day: string | null;
  readonly agent_events_per_second: number | null;
  readonly agent_bytes_per_day: string | null;
}

/** The operator's word for this organization goes before the server's settings, these before the plan. */
export function quotaOf(
  isSubscribed: boolean,
  settings: QuotaSettings,
  own: { readonly [K in keyof QuotaRow]?: QuotaRow[K] | undefined },
): Quota {
  const { plans, agent } = limits.quota;
  const plan = isSubscribed ? plans.subscribed : plans.trial;
  const pick = (decided: number | string | null | undefined, set: number | undefined, usual: number) =>
    decided === null || decided === undefined ? (set ?? usual) : Number(decided);
  return {
    organization: {
      eventsPerSecond: pick(
        own.events_per_second,
        settings.organization.eventsPerSecond,
        plan.eventsPerSecond,
      ),
      bytesPerDay: pick(own.bytes_per_day, settings.organization.bytesPerDay, plan.bytesPerDay),
    },
    agent: {
      eventsPerSecond: pick(
        own.agent_events_per_second,
        settings.agent.eventsPerSecond,
        agent.eventsPerSecond,
      ),
      bytesPerDay: pick(own.agent_bytes_per_day, settings.agent.bytesPerDay, agent.bytesPerDay),
    },
  };
}

/**
 * Events as the rate counts them, so that it bounds work and not just lines: a large event counts for several, a batch of few
 * events for ten.
 */
export function workOf(lines: number, unpackedBytes: number): number {
  const { eventBytes, batchEvents } = limits.quota;
  return Math.max(lines, Math.ceil(unpackedBytes / eventBytes), batchEvents);
}
