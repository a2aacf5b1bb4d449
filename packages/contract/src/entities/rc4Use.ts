import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

/**
 * Why RC4 was used. `no-key`: the account has no AES key; `not-allowed`: its attribute or the domain's default allows no AES; `client`: the
 * client offers none; `controller`: the domain controller allows none; `unknown`: the event does not tell.
 */
export const rc4Causes = ['no-key', 'not-allowed', 'client', 'controller', 'unknown'] as const;
export type Rc4Cause = (typeof rc4Causes)[number];

/** One way in which RC4 is used for a service account. */
export const rc4Use = z.object({
  account: z.string(),
  /** The account that asks for tickets; null: the account itself signs in. */
  requester: z.string().nullable(),
  /** The machine or address that asks; null: not told. */
  client: z.string().nullable(),
  cause: z.enum(rc4Causes),
  tickets: z.number().int().positive(),
  first_seen: isoTime,
  last_seen: isoTime,
  /** Identity of an event that shows it; null after the events were deleted. */
  event: z.string().nullable(),
});
export type Rc4Use = z.output<typeof rc4Use>;

/** A page of uses; `next` is the next page's `cursor`, null on the last page. */
export const rc4UsePage = z.object({
  uses: z.array(rc4Use).max(limits.rc4.pageRowsMax),
  next: z.string().nullable(),
});
export type Rc4UsePage = z.output<typeof rc4UsePage>;
