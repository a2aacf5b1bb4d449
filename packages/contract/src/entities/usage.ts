import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { tenantId } from './fields.ts';

const { eventsPerSecondMax, bytesPerDayMax } = limits.quota;

export const eventsPerSecond = z.number().int().min(1).max(eventsPerSecondMax);
export const bytesPerDay = z.number().int().min(1).max(bytesPerDayMax);

/** Sending limits of one sender. */
const allowance = z.object({
  events_per_second: eventsPerSecond,
  /** From midnight to midnight, UTC. */
  bytes_per_day: bytesPerDay,
});

/** Today's usage of one sender. */
const used = z.object({
  events_today: z.number().int(),
  /** Stored bytes: bodies as received, and their rows. */
  bytes_today: z.number().int(),
  /** Seconds until it may send again; 0 if now. */
  wait_seconds: z.number(),
});

/** Usage of an organization's agents, with their limits. */
export const usage = z.object({
  organization: allowance.extend(used.shape),
  /** Limits of each agent. */
  agent: allowance,
  /** Agents that must wait, then those that stored most today. */
  agents: z.array(used.extend({ agent_id: z.uuid(), host: z.string() })).max(limits.quota.agentsListed),
  /** True: the server refuses events because its disk is nearly full. */
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

/** An organization's quota and usage, for the operator. */
export const operatorUsage = z.object({
  tenant_id: tenantId,
  company_name: z.string(),
  /** The limit in effect: the operator's, the server's or the plan's. */
  organization: allowance.extend(used.shape),
  agent: allowance,
  own: ownQuota,
});
export type OperatorUsage = z.output<typeof operatorUsage>;

/** Storage space. */
export const storageSpace = z.object({
  /** On the disk of the embedded database; null for a database on another machine. */
  free_bytes: z.number().nullable(),
  /** Ingest is refused below this value. */
  reserve_bytes: z.number().nullable(),
  low: z.boolean(),
  /** Size of the database, including indexes. */
  database_bytes: z.number(),
});
