import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { caseNumber } from './case.ts';
import { isoTime } from './fields.ts';

const count = z.number().int().nonnegative();

/** The stored findings that an exception would have excused, had it been in force throughout. */
export const exceptionTrial = z.object({
  /** The findings that were looked at: those of the last 90 days, or of less where there are too many. */
  from: isoTime,
  to: isoTime,
  complete: z.boolean(),
  /** Findings that no exception permits yet and that it would have permitted. */
  findings: count,
  /** Cases that would not have been reported, since all of their findings are permitted. */
  cases: count,
  /** Cases that would have been reported with fewer findings. */
  narrowed: count,
  /** The newest of the cases that would not have been reported. */
  newest: z
    .array(
      z.object({
        number: caseNumber,
        /** Time of its newest finding. */
        time: isoTime,
        sentence: z.string(),
      }),
    )
    .max(limits.exceptions.trialCases),
});
export type ExceptionTrial = z.output<typeof exceptionTrial>;
