import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

/** `upcoming`: it has not begun; `expired`: its time is over; `ended`: an admin has ended it before. */
export const exceptionStates = ['upcoming', 'active', 'expired', 'ended'] as const;
export type ExceptionState = (typeof exceptionStates)[number];

const { namesMax } = limits.exceptions;
const patterns = z.array(z.string()).max(namesMax);

/** An expiring permission for what would be a case. Names are patterns with `*`; an empty list permits any. */
export const caseException = z.object({
  id: z.uuid(),
  account: z.string(),
  kinds: patterns,
  sources: patterns,
  destinations: patterns,
  persons: patterns,
  starts_at: isoTime,
  /** The first moment at which it no longer permits anything, unless it was ended before. */
  ends_at: isoTime,
  reason: z.string(),
  /** Who approved it: a person, a body or a change number, as the admin wrote it. */
  approved_by: z.string(),
  /** Address of the admin. */
  created_by: z.string(),
  created_at: isoTime,
  ended_by: z.string().nullable(),
  ended_at: isoTime.nullable(),
  state: z.enum(exceptionStates),
  /** Findings that it permitted, and cases that have such findings. */
  findings: z.number().int().nonnegative(),
  cases: z.number().int().nonnegative(),
});
export type CaseException = z.output<typeof caseException>;
