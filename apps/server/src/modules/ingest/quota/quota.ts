import { limits } from '@scout/contract';
import type { Allowance, QuotaSettings } from '../../../platform/config/config.ts';

export interface Quota {
  /** All agents together. */
  readonly organization: Allowance;
  /** Each agent. */
  readonly agent: Allowance;
}

/** The operator's quota for one organization, from the database; bigint as text. */
export interface QuotaRow {
  readonly events_per_second: number | null;
  readonly bytes_per_day: string | null;
  readonly agent_events_per_second: number | null;
  readonly agent_bytes_per_day: string | null;
}

/** True with a subscription other than a trial. */
export const isPaid = (
  row: { readonly is_subscribed: boolean; readonly trial_ends_at: Date | null } | undefined,
): boolean => row?.is_subscribed === true && row.trial_ends_at === null;

/** Precedence: the operator's quota, the server's settings, the plan. */
export function quotaOf(
  isPaid: boolean,
  settings: QuotaSettings,
  own: { readonly [K in keyof QuotaRow]?: QuotaRow[K] | undefined },
): Quota {
  const { plans, agent } = limits.quota;
  const plan = isPaid ? plans.subscribed : plans.trial;
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

/** Weighted events for the rate, which limits work instead of lines: a large event counts as several, a small batch as ten. */
export function workOf(lines: number, unpackedBytes: number): number {
  const { eventBytes, batchEvents } = limits.quota;
  return Math.max(lines, Math.ceil(unpackedBytes / eventBytes), batchEvents);
}

/** Seconds of processor time a second that a permitted rate includes: a budget for events that are costly to judge. */
export function processorShare(eventsPerSecond: number): number {
  const { eventMs, least } = limits.quota.processor;
  return Math.max(least, (eventsPerSecond * eventMs) / 1000);
}
