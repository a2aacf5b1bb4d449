import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';
import { accountPostures } from './serviceAccount.ts';

/** A posture of an account. */
export const postureFinding = z.object({
  account: z.string(),
  posture: z.enum(accountPostures),
  /** As entered by an admin. */
  owner: z.string().nullable(),
  /** When Scout first saw it; of a password, when it became a year old. Null of what events of the last 30 days show. */
  since: isoTime.nullable(),
});
export type PostureFinding = z.output<typeof postureFinding>;

/** A page of postures by account; `next` is the next page's `cursor`, null on the last page. */
export const posturePage = z.object({
  findings: z.array(postureFinding).max(limits.postures.pageRowsMax * accountPostures.length),
  next: z.string().nullable(),
});
export type PosturePage = z.output<typeof posturePage>;

/** All postures of an organization at a time, for a report. */
export interface PostureReport {
  readonly organization: string;
  readonly time_zone: string;
  readonly made_at: string;
  /** Service accounts of the register, and how many of them have a posture. */
  readonly accounts: number;
  readonly accounts_found: number;
  /** Kinds with findings, the gravest first: all of them counted, the first ones listed. */
  readonly kinds: readonly {
    readonly posture: PostureFinding['posture'];
    readonly total: number;
    readonly listed: readonly PostureFinding[];
  }[];
}
