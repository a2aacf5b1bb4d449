import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { email, isoTime } from './fields.ts';

const { daysMin, daysMax, holdReasonMax } = limits.retention;

/** Days for which an organization keeps its data. */
export const retentionDays = z
  .number()
  .int(`Enter a whole number from ${daysMin} to ${daysMax}.`)
  .min(daysMin, `Enter a whole number from ${daysMin} to ${daysMax}.`)
  .max(daysMax, `Enter a whole number from ${daysMin} to ${daysMax}.`);

/** Reason for setting or lifting a legal hold. */
export const holdReason = z
  .string()
  .trim()
  .min(1, 'Enter a reason.')
  .max(holdReasonMax, `The reason can have at most ${holdReasonMax} characters.`);

/** Retention of an organization, for its admins. */
export const retention = z.object({
  /** As last chosen. */
  retention_days: retentionDays,
  /** A shorter time applies from `at` on; until then `days` does. Null: retention_days applies. */
  until_then: z.object({ at: isoTime, days: retentionDays }).nullable(),
  /** While there is one, nothing is deleted because of its age or the organization's end. */
  legal_hold: z.object({ since: isoTime, reason: z.string(), set_by: email }).nullable(),
});
export type Retention = z.output<typeof retention>;
