import { RULE_IDS } from '@scout/detection/event';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

/** Identity of an event: `{batch_id}-{line in the batch, six digits}`. */
export const eventIdentity = z
  .string()
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]{6}$/, 'must be the id of an event');

/** A rule of specification section 5. */
export const ruleId = z.enum(RULE_IDS);

/** One rule matched by one event. Names are stripped and keep the event's spelling. */
export const incident = z.object({
  /** Id of the event. */
  id: eventIdentity,
  rule: ruleId,
  time: isoTime,
  /** Empty for a change that concerns no single account, made by none. */
  service_account: z.string(),
  computer: z.string().nullable(),
  /** The production server concerned. */
  server: z.string().nullable(),
  /** The acting account: the event's subject, which may be a computer account. */
  subject_user: z.string().nullable(),
  /** File name of the process, without its folder. */
  process: z.string().nullable(),
  failure_reason: z.string().nullable(),
  source_hosts: z.array(z.string()),
  /** Details of an infrastructure change; absent for other incidents. */
  description: z.string().optional(),
});
export type IncidentRow = z.output<typeof incident>;

/** Incidents of one way, less than three days apart. */
export const incidentRun = incident.omit({ time: true }).extend({
  /** Id of the newest event. */
  id: eventIdentity,
  first: isoTime,
  last: isoTime,
  events: z.number().int().positive(),
});
export type IncidentRun = z.output<typeof incidentRun>;

const stops = z.object({
  /** Most frequent first. */
  names: z
    .array(z.object({ name: z.string(), events: z.number().int().positive() }))
    .max(limits.incidents.pathNames),
  /** Including unlisted names. */
  total: z.number().int().nonnegative(),
});

/** Who used which accounts, from where, against what. */
export const incidentPath = z.object({ persons: stops, sources: stops, accounts: stops, servers: stops });
export type IncidentPath = z.output<typeof incidentPath>;
