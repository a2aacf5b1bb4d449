import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { caseSeverities } from './case.ts';
import { isoTime } from './fields.ts';

const count = z.number().int().nonnegative();
const triedCases = z
  .array(
    z.object({
      severity: z.enum(caseSeverities),
      sentence: z.string(),
      /** Time of its newest finding. */
      time: isoTime,
    }),
  )
  .max(limits.caseTrial.cases);

/** Cases of stored activity with proposed settings, compared with those of the settings in force. */
export const caseTrial = z.object({
  /** The examined time: the last 90 days, or less if there is too much activity. */
  from: isoTime,
  to: isoTime,
  complete: z.boolean(),
  /** Cases with the settings in force, and with the proposed ones. */
  now: count,
  next: count,
  /** Cases with the proposed settings only, and with those in force only. */
  added: count,
  gone: count,
  /** The newest of them. */
  newest_added: triedCases,
  newest_gone: triedCases,
});
export type CaseTrial = z.output<typeof caseTrial>;
