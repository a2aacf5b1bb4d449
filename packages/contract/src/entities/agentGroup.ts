import {
  excludableIds,
  proxyFault,
  sourceFault,
  tagPattern,
  timePattern,
  upgradeRings,
} from '../agentConfiguration.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { agentId, isoTime } from './fields.ts';

const { agentGroup: max } = limits;

/** Refuses a text with the shared rules' own sentence. */
const ruled = (length: number, fault: (text: string) => string | null) =>
  z
    .string()
    .max(length)
    .superRefine((text, context) => {
      const message = fault(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });

const distinct = <T>(entries: readonly T[]): boolean => new Set(entries).size === entries.length;

/** Configuration of a group; an absent setting stays as the machine's own file says. */
export const groupSettings = z.strictObject({
  /** In the form of `run --source`. */
  sources: z
    .array(ruled(max.sourceMax, sourceFault))
    .min(1)
    .max(max.sources)
    .refine(distinct, 'must be different')
    .optional(),
  /** Windows events left out; those that rules need for every account cannot be. */
  exclude_event_ids: z
    .array(z.number().refine((id) => excludableIds.includes(id), 'cannot be left out'))
    .max(max.excludedIds)
    .refine(distinct, 'must be different')
    .optional(),
  /** Most events that a machine sends; the others wait on it. */
  events_per_second: z.number().int().min(max.rateMin).max(max.rateMax).optional(),
  /** `first`: chosen for first rings of upgrades; `last`: never chosen for them. */
  upgrade_ring: z.enum(upgradeRings).optional(),
  tags: z
    .array(z.string().regex(tagPattern, "must be 1 to 40 letters, digits or ' _.:-'"))
    .max(max.tags)
    .refine(distinct, 'must be different')
    .optional(),
  /** Times of the machine's clock at which it begins no upgrade. */
  quiet_hours: z
    .strictObject({
      days: z.array(z.number().int().min(0).max(6)).min(1).max(7).refine(distinct, 'must be different'),
      from: z.string().regex(timePattern, 'must be a time such as 08:00'),
      to: z.string().regex(timePattern, 'must be a time such as 18:00'),
    })
    .refine(({ from, to }) => from !== to, 'must begin and end at different times')
    .optional(),
  /** `http://HOST:PORT`, `https://HOST:PORT` or `none`. */
  proxy: ruled(max.proxyMax, proxyFault).optional(),
});

export const groupName = z
  .string()
  .trim()
  .min(1)
  .max(max.nameMax)
  .regex(/^[^\p{Cc}]*$/u, 'must not hold control characters');
/** A host's name, with `*` for any characters. */
export const groupPattern = z
  .string()
  .trim()
  .min(1)
  .max(max.patternMax)
  .regex(/^[\w.*-]+$/, 'must be a name such as web-*');
export const groupPatterns = z.array(groupPattern).max(max.patterns);

/** How a machine came into its group. */
export const joinWays = ['hand', 'token', 'installer', 'name'] as const;
export type JoinWay = (typeof joinWays)[number];

const version = z.number().int().positive();

/** Why an agent refuses what the server sent; PostgreSQL cannot store NUL. */
export const refusalMessage = z
  .string()
  .max(max.messageMax)
  .regex(/^[^\0]*$/, 'must not hold a NUL');

/** State of a configuration in an agent's heartbeat. */
export const configurationReport = z.object({
  /** SHA-256 of the pinned key, base64url; null: none yet. */
  key: z.string().max(64).nullable(),
  /** Configuration in use; null: only the machine's own file. */
  applied: z.object({ group_id: z.uuid(), version }).nullable(),
  /** The last one that it refused, and why; `group_id` null: the removal of its configuration. */
  refused: z
    .object({
      group_id: z.uuid().nullable(),
      version: version.nullable(),
      message: refusalMessage,
    })
    .nullable(),
});
export type ConfigurationReport = z.output<typeof configurationReport>;

/** A document and its Ed25519 signature (base64), by the organization's key. */
export const agentConfiguration = z.object({
  document: z.string().max(max.documentBytes),
  signature: z.string().max(100),
});

/** `current`: it has what it should have; `pending`: it gets it with its next heartbeat; `unsupported`: its version takes none. */
export const configurationStates = ['current', 'pending', 'refused', 'unsupported'] as const;
export type ConfigurationState = (typeof configurationStates)[number];

export const machineConfiguration = z.object({
  group_id: z.uuid(),
  name: z.string(),
  joined_by: z.enum(joinWays),
  state: z.enum(configurationStates),
  /** Version that it should have, and the one that it has. */
  wanted: version,
  version: version.nullable(),
  /** The agent's reason for a refusal. */
  message: z.string().nullable(),
  tags: z.array(z.string()),
});
export type MachineConfiguration = z.output<typeof machineConfiguration>;

const counts = z.object({
  machines: z.number().int(),
  current: z.number().int(),
  pending: z.number().int(),
  refused: z.number().int(),
  unsupported: z.number().int(),
});
export type ConfigurationCounts = z.output<typeof counts>;

/** A group in the list. */
export const agentGroupRow = z.object({
  group_id: z.uuid(),
  name: z.string(),
  patterns: z.array(z.string()),
  created_at: isoTime,
  created_by: z.string(),
  /** Version for all machines of the group. */
  version,
  /** A later one, which only the machines of its rings get; null: none. */
  next_version: version.nullable(),
  /** Number of rings that have `next_version`. */
  rings: z.number().int(),
  counts,
});
export type AgentGroupRow = z.output<typeof agentGroupRow>;

export const groupVersion = z.object({
  version,
  settings: groupSettings,
  created_at: isoTime,
  created_by: z.string(),
});

const groupMachine = machineConfiguration.omit({ group_id: true, name: true, tags: true }).extend({
  agent_id: agentId,
  host: z.string(),
  platform: z.string(),
  /** Its ring for `next_version`; null: none. */
  ring: z.number().int().nullable(),
});
export type GroupMachine = z.output<typeof groupMachine>;

/** A group with its versions, newest first, and its machines: those that refuse first, then those that wait. */
export const agentGroup = agentGroupRow.extend({
  settings: groupSettings,
  next_settings: groupSettings.nullable(),
  versions: z.array(groupVersion).max(max.versionsKept),
  machines: z.array(groupMachine).max(max.machinesShown),
});
export type AgentGroup = z.output<typeof agentGroup>;
