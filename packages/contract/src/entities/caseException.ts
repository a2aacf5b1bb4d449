import { keyOf, stripAccount, stripHost } from '@scout/detection/names';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime, offsetTime } from './fields.ts';

/** `upcoming`: not started; `expired`: its time has passed; `ended`: ended early by an admin. */
export const exceptionStates = ['upcoming', 'active', 'expired', 'ended'] as const;
export type ExceptionState = (typeof exceptionStates)[number];

const { namesMax, nameMax, reasonMax, approverMax } = limits.exceptions;
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

const pattern = z.string().trim().min(1, 'Leave no name empty').max(nameMax);
const givenPatterns = (key: (name: string) => string) =>
  z
    .array(pattern.transform((name) => keyOf(key(name))))
    .max(namesMax)
    .transform((names) => [...new Set(names)])
    .default([]);
/** Findings name machines without a domain. A dot in a pattern may belong to an address. */
const bareHost = (name: string) => (name.includes('*') ? name : stripHost(name));

/** The parts of an exception that say what it permits, as callers send them. */
export const permittedUse = z.object({
  /** A name, or a pattern with `*`. */
  account: pattern
    .transform((name) => keyOf(stripAccount(name)))
    .pipe(z.string().regex(/[\p{L}\p{N}]/u, 'Enter an account; * alone would permit everything')),
  kinds: givenPatterns((kind) => kind),
  sources: givenPatterns(bareHost),
  destinations: givenPatterns(bareHost),
  persons: givenPatterns(stripAccount),
});

/** An exception to create. */
export const newException = permittedUse.extend({
  /** Defaults to now. */
  starts_at: offsetTime.optional(),
  ends_at: offsetTime,
  reason: z.string().trim().min(1, 'Enter a reason').max(reasonMax),
  approved_by: z.string().trim().min(1, 'Enter the approver').max(approverMax),
});
