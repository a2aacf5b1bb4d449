import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoDate } from './fields.ts';

const { days, listed } = limits.caseFacets;
const count = z.number().int().nonnegative();

/** Values of one property with their counts, the most frequent first. */
export const facet = z.array(z.object({ value: z.string(), count })).max(listed);
export type Facet = z.output<typeof facet>;

/** Counts of cases by value and by the day on which they opened. */
export const caseFacets = z.object({
  /** Cases that match all filters. */
  matching: count,
  severity: facet,
  kind: facet,
  account: facet,
  /** Addresses of members; `none` for unassigned cases. */
  assignee: facet,
  /** The last days in the caller's time zone, the oldest first: all cases, and of them those of high and critical severity. */
  days: z.array(z.object({ day: isoDate, count, grave: count })).length(days),
});
export type CaseFacets = z.output<typeof caseFacets>;
