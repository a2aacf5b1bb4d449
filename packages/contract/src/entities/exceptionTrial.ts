import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { caseNumber } from './case.ts';
import { isoTime } from './fields.ts';

const count = z.number().int().nonnegative();

/** What an exception would have excused of the stored findings, had it been in force all the time. */
export const exceptionTrial = z.object({
  /** The findings that were looked at: those of the last 90 days, or of less where there are too many. */
  from: isoTime,
  to: isoTime,
  complete: z.boolean(),
  /** Findings that no exception permits yet and that it would have permitted. */
  findings: count,
  /** Cases that would not have been told, since it permits all of them. */
  cases: count,
  /** Cases that would have been told with fewer findings. */
  narrowed: count,
  /** The newest of the cases that would not have been told. */
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
