import { limits } from '../limits.ts';
import { z } from '../zod.ts';

/** Lists whose filters can be saved. */
export const viewPages = ['cases', 'accounts'] as const;
export type ViewPage = (typeof viewPages)[number];

/** A list's filters under a name, for one person. */
export const savedView = z.object({
  page: z.enum(viewPages),
  name: z.string().trim().min(1, 'Enter a name').max(limits.savedViews.nameMax),
  /** The query string of the page, without its question mark. */
  query: z
    .string()
    .max(limits.savedViews.queryMax)
    .regex(/^[\x21-\x7e]*$/, 'must be an encoded query string')
    .transform((text) => text.replace(/^\?/, '')),
});
export type SavedView = z.output<typeof savedView>;
