import { RULE_IDS } from '@scout/detection/event';
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
  /** Empty for a change that concerns no single account. */
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
