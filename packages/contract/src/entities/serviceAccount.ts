import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

/** How Scout knows that an account is a service account: by its name, a list of the organization's, or what it does. */
export const accountOrigins = ['name', 'list', 'behaviour'] as const;
export type AccountOrigin = (typeof accountOrigins)[number];

/**
 * Faults in how an account is kept. `unused`: not seen for 90 days; `unowned`: nobody is named as its owner; `shared`: several
 * people use it; `unwatched`: it touches machines without an agent.
 */
export const accountFaults = ['unused', 'unowned', 'shared', 'unwatched'] as const;
export type AccountFault = (typeof accountFaults)[number];

const count = z.number().int().nonnegative();

/** A service account of the register, with what it did in the last 30 days. */
export const serviceAccount = z.object({
  account: z.string(),
  known_by: z.enum(accountOrigins),
  first_seen: isoTime.nullable(),
  last_seen: isoTime.nullable(),
  /** Its owner, as an admin wrote it. */
  owner: z.string().nullable(),
  purpose: z.string().nullable(),
  faults: z.array(z.enum(accountFaults)),
  /** Cases that are not closed. */
  open_cases: count,
  /** Machines that it came from or went to, and those of them that have an agent. */
  hosts: count,
  hosts_watched: count,
  /** The first of those without an agent, by name. */
  hosts_unwatched: z.array(z.string()).max(limits.accounts.unwatchedListed),
  /** People who used it. */
  persons: count,
  /** Its contract: in force, or a draft alone. */
  contract: z.enum(['approved', 'draft']).nullable(),
  updated_at: isoTime,
});
export type ServiceAccount = z.output<typeof serviceAccount>;

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .transform((value) => value || null)
    .nullable();

/** Who answers for an account, and what it is for. Empty is nobody and nothing; what is left out stays. */
export const accountDescription = z.object({
  account: z.string().trim().min(1).max(limits.incidents.nameMax),
  owner: text(limits.accounts.ownerMax).optional(),
  purpose: text(limits.accounts.purposeMax).optional(),
});
export type AccountDescription = z.output<typeof accountDescription>;

const change = z.object({ from: z.string().nullable(), to: z.string().nullable() });

/** What descriptions of accounts change, or have changed. */
export const accountImport = z.object({
  /** Accounts that change, with their present and next owner and purpose where these differ. */
  changed: z.array(z.object({ account: z.string(), owner: change.optional(), purpose: change.optional() })),
  /** Accounts that stay as they are. */
  unchanged: count,
  /** Names that the register does not have; nothing is done for them. */
  unknown: z.array(z.string()),
});
export type AccountImport = z.output<typeof accountImport>;

/** A machine or person in an account's activity of the last 30 days. */
const touched = z.object({ name: z.string(), events: count, last_seen: isoTime });

/** A machine that an account came from or went to. */
export const touchedHost = touched.extend({
  /** An agent that is not revoked reports from there. */
  watched: z.boolean(),
});
export type TouchedHost = z.output<typeof touchedHost>;

/** A service account with where and when it is used. Lists are those of the last 30 days, the most frequent first. */
export const serviceAccountFile = serviceAccount.extend({
  sources: z.array(touchedHost),
  destinations: z.array(touchedHost),
  people: z.array(touched),
  /** Hours with activity, the oldest first: what was let in or done, and what was refused. */
  hours: z.array(z.object({ hour: isoTime, done: count, refused: count })),
});
export type ServiceAccountFile = z.output<typeof serviceAccountFile>;
