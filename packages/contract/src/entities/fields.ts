import { limits } from '../limits.ts';
import { z } from '../zod.ts';

/** ISO 8601 in UTC with milliseconds, as in every response. */
export const isoTime = z.iso.datetime();

const earliest = Date.parse(limits.moments.earliest);
const latest = Date.parse(limits.moments.latest);

/** True when an ISO time or date lies within `limits.moments`. */
const isTellable = (text: string): boolean => {
  const time = Date.parse(text);
  return time >= earliest && time <= latest;
};
const untellable = 'must lie between the years 1900 and 2999';

/** ISO 8601 with an offset, as sent by callers. */
export const offsetTime = z.iso.datetime({ offset: true }).refine(isTellable, untellable);
/** An ISO 8601 date. */
export const isoDate = z.iso.date().refine(isTellable, untellable);

/** Trimmed and in lower case, the form for storage and comparison. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(limits.user.emailMax, 'Email is too long')
  .pipe(z.email('Please enter a valid email address'));

/** The tenant of a row or a call. */
export const tenantId = z.uuid();

export const agentId = z.uuid();

/** A number in a query string: text on the wire, a number for a typed client. */
export const queryNumber = z
  .union([z.string().max(32), z.number()])
  .transform(Number)
  .pipe(z.number());

/** A count or duration reported by a machine; values above `max` are capped, not refused. */
export const reportedNumber = (max: number) =>
  z
    .number()
    .nonnegative()
    .transform((value) => Math.min(value, max));

/** An IANA time zone name known to the runtime, such as Europe/Zurich. */
export const timeZone = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimeZone, 'tz must be an IANA time zone such as Europe/Zurich');

/** True for the name of a zone with its rules, known to the runtime. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Intl also accepts offsets such as +02:00, but they have no daylight-saving rules.
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
