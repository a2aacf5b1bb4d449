import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { tenantId } from './fields.ts';

const { eventsPerSecondMax, bytesPerDayMax } = limits.quota;

export const eventsPerSecond = z.number().int().min(1).max(eventsPerSecondMax);
export const bytesPerDay = z.number().int().min(1).max(bytesPerDayMax);

/** How much one sender may send. */
const allowance = z.object({
  events_per_second: eventsPerSecond,
  /** From midnight to midnight, UTC. */
  bytes_per_day: bytesPerDay,
});

/** Today's usage of one sender. */
const used = z.object({
  events_today: z.number().int(),
  /** As they were stored: bodies as they came, and their rows. */
  bytes_today: z.number().int(),
  /** Seconds until it may send again; 0 when it may now. */
  wait_seconds: z.number(),
});

/** Usage of an organization's agents, with their limits. */
export const usage = z.object({
  organization: allowance.extend(used.shape),
  /** Limits of each agent. */
  agent: allowance,
  /** Agents that have to wait, then those that stored most today. */
  agents: z.array(used.extend({ agent_id: z.uuid(), host: z.string() })).max(limits.quota.agentsListed),
  /** True: the server takes no events because its disk is nearly full. */
  storage_low: z.boolean(),
});
export type Usage = z.output<typeof usage>;

/** The operator's setting for an organization; null: the server's settings and the plan apply. */
export const ownQuota = z.object({
  events_per_second: eventsPerSecond.nullable(),
  bytes_per_day: bytesPerDay.nullable(),
  agent_events_per_second: eventsPerSecond.nullable(),
  agent_bytes_per_day: bytesPerDay.nullable(),
});

/** An organization's quota and use, as the operator reads it. */
export const operatorUsage = z.object({
  tenant_id: tenantId,
  company_name: z.string(),
  /** The limit in effect, from whichever of the three. */
  organization: allowance.extend(used.shape),
  agent: allowance,
  own: ownQuota,
});
export type OperatorUsage = z.output<typeof operatorUsage>;

/** Room for what is stored. */
export const storageRoom = z.object({
  /** On the disk of the embedded database; null where the database is on a machine that the server cannot see. */
  free_bytes: z.number().nullable(),
  /** Below it ingest takes nothing. */
  reserve_bytes: z.number().nullable(),
  low: z.boolean(),
  /** Of the database, indexes included. */
  database_bytes: z.number(),
});
