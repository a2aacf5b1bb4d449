import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

/** `upcoming`: not started; `expired`: its time has passed; `ended`: ended early by an admin. */
export const exceptionStates = ['upcoming', 'active', 'expired', 'ended'] as const;
export type ExceptionState = (typeof exceptionStates)[number];

const { namesMax } = limits.exceptions;
const patterns = z.array(z.string()).max(namesMax);

/** A temporary permission for what would otherwise be a case. Names are patterns with `*`; an empty list permits any. */
export const caseException = z.object({
  id: z.uuid(),
  account: z.string(),
  kinds: patterns,
  sources: patterns,
  destinations: patterns,
  persons: patterns,
  starts_at: isoTime,
  /** Exclusive end, unless ended earlier. */
  ends_at: isoTime,
  reason: z.string(),
  /** Approver: a person, a body or a change number, as entered by the admin. */
  approved_by: z.string(),
  /** Address of the admin. */
  created_by: z.string(),
  created_at: isoTime,
  ended_by: z.string().nullable(),
  ended_at: isoTime.nullable(),
  state: z.enum(exceptionStates),
  /** Permitted findings, and cases with such findings. */
  findings: z.number().int().nonnegative(),
  cases: z.number().int().nonnegative(),
});
export type CaseException = z.output<typeof caseException>;
