import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { facet } from './caseFacets.ts';
import { isoTime } from './fields.ts';

/** Evidence that an account is a service account: its name, a list of the organization, its activity, or its kind in a directory. */
export const accountOrigins = ['name', 'list', 'behaviour', 'directory'] as const;
export type AccountOrigin = (typeof accountOrigins)[number];

/**
 * Faults in the management of an account. `unused`: not seen for 90 days, nor signed in or created by a directory; `unowned`: no owner; `shared`: several persons use it;
 * `unwatched`: it uses machines without an agent.
 */
export const accountFaults = ['unused', 'unowned', 'shared', 'unwatched'] as const;
export type AccountFault = (typeof accountFaults)[number];

/**
 * Weaknesses of an account. `privileged`: in a privileged group; `unconstrained`: acts anywhere for whoever signs in to it;
 * `roastable`: tickets for it may use RC4; `without-preauthentication`: anyone gets an answer that its password encrypts;
 * `old-password`: older than a year; `disabled-tried`: disabled, and refused in the last 30 days; `used-by-people`: a person used it in
 * the last 30 days; `uses-rc4`: tickets of the last 30 days used RC4. All but the last two are properties in a directory.
 */
export const accountPostures = [
  'privileged',
  'unconstrained',
  'roastable',
  'without-preauthentication',
  'old-password',
  'disabled-tried',
  'used-by-people',
  'uses-rc4',
] as const;
export type AccountPosture = (typeof accountPostures)[number];

/**
 * What is known of an account's use. `seen`: events show it; `refused`: only refusals in the last 30 days; `elsewhere`: a directory has a
 * later sign-in that no event shows; `never`: neither events nor a recent sign-in.
 */
export const accountUses = ['seen', 'refused', 'elsewhere', 'never'] as const;
export type AccountUse = (typeof accountUses)[number];

/** Contract of an account: in force, a draft alone, or none. */
export const contractStandings = ['approved', 'draft', 'none'] as const;
export type ContractStanding = (typeof contractStandings)[number];

const count = z.number().int().nonnegative();

/** A service account of the register, with its activity of the last 30 days. */
export const serviceAccount = z.object({
  account: z.string(),
  known_by: z.enum(accountOrigins),
  first_seen: isoTime.nullable(),
  last_seen: isoTime.nullable(),
  /** Its owner, as entered by an admin. */
  owner: z.string().nullable(),
  purpose: z.string().nullable(),
  faults: z.array(z.enum(accountFaults)),
  use: z.enum(accountUses),
  posture: z.array(z.enum(accountPostures)),
  /** Cases that are not closed. */
  open_cases: count,
  /** Source and target machines, and how many of them have an agent. */
  hosts: count,
  hosts_watched: count,
  /** The first machines without an agent, by name. */
  hosts_unwatched: z.array(z.string()).max(limits.accounts.unwatchedListed),
  /** People who used it. */
  persons: count,
  /** Its contract: in force, or only a draft. */
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

/** Owner and purpose of an account. An empty value clears a field; an omitted field is unchanged. */
export const accountDescription = z.object({
  account: z.string().trim().min(1).max(limits.incidents.nameMax),
  owner: text(limits.accounts.ownerMax).optional(),
  purpose: text(limits.accounts.purposeMax).optional(),
});
export type AccountDescription = z.output<typeof accountDescription>;

const change = z.object({ from: z.string().nullable(), to: z.string().nullable() });

/** Changes from account descriptions, previewed or applied. */
export const accountImport = z.object({
  /** Accounts that change, with current and next owner and purpose where different. */
  changed: z.array(z.object({ account: z.string(), owner: change.optional(), purpose: change.optional() })),
  /** Unchanged accounts. */
  unchanged: count,
  /** Names outside the register; they are ignored. */
  unknown: z.array(z.string()),
});
export type AccountImport = z.output<typeof accountImport>;

/** A machine or person in an account's activity of the last 30 days. */
const touched = z.object({ name: z.string(), events: count, last_seen: isoTime });

/** A source or target machine of an account. */
export const touchedHost = touched.extend({
  /** True when an unrevoked agent reports from this machine. */
  watched: z.boolean(),
});

/** An account as a directory has it, as of the directory's last good state. */
export const directoryAccount = z.object({
  directory: z.string(),
  /** DNS name of the account's domain. */
  domain: z.string().nullable(),
  /** True: read from a global catalog, which does not have every attribute: a missing one is unknown. */
  from_catalog: z.boolean(),
  synced_at: isoTime,
  /** Null: the last sync succeeded. */
  failing_since: isoTime.nullable(),
  kind: z.enum(['user', 'msa', 'gmsa', 'dmsa', 'trust']),
  dn: z.string(),
  is_enabled: z.boolean(),
  /** Null: no password was set, or it must be changed at the next sign-in; or unknown, from a global catalog. */
  password_set_at: isoTime.nullable(),
  /** The directory's last sign-in, which may be up to 14 days older than the true one. */
  signed_in_at: isoTime.nullable(),
  created_at: isoTime.nullable(),
  managed_by: z.string().nullable(),
  /** A group of the account that names its manager. */
  group: z.object({ name: z.string(), managed_by: z.string() }).nullable(),
  description: z.string().nullable(),
  /** The first service principal names, and how many there are. */
  spns: z.array(z.string()).max(limits.accounts.spnsListed),
  spns_total: count,
  privileged_groups: z.array(z.string()),
  posture: z.array(z.enum(accountPostures)),
});
export type DirectoryAccount = z.output<typeof directoryAccount>;

/** An account that nothing uses, marked so that each touch of it is a case. */
export const accountDecoy = z.object({
  since: isoTime,
  /** Address of the admin. */
  by: z.string(),
});

/** A name for a decoy, which looks like the accounts beside it. */
export const decoyProposal = z.object({
  /** Null: the register has too few names with a common form. */
  name: z.string().nullable(),
  /** Some of the accounts whose names have the same form. */
  beside: z.array(z.string()).max(limits.decoys.besideListed),
  /** Nothing has used the name since then: the last 30 days, or less while Scout has seen less. */
  unused_since: isoTime.nullable(),
});
export type DecoyProposal = z.output<typeof decoyProposal>;

/** A service account with places and times of its use. Lists cover the last 30 days, most frequent first. */
export const serviceAccountFile = serviceAccount.extend({
  /** Null: not a decoy. */
  decoy: accountDecoy.nullable(),
  /** In each directory that has an account of this name. */
  in_directories: z.array(directoryAccount).max(limits.directories.most),
  sources: z.array(touchedHost),
  destinations: z.array(touchedHost),
  people: z.array(touched),
  /** Hours with activity, oldest first: successful and refused. */
  hours: z.array(z.object({ hour: isoTime, done: count, refused: count })),
});
export type ServiceAccountFile = z.output<typeof serviceAccountFile>;

/** An account after a change of its mark as a decoy. */
export const markedAccount = serviceAccountFile.extend({
  /** False: the account left the register, because only its mark had brought it there. */
  in_register: z.boolean(),
});

/** Counts of the register's accounts by value. */
export const accountFacets = z.object({
  /** Accounts that match all filters. */
  matching: count,
  fault: facet,
  use: facet,
  posture: facet,
  contract: facet,
  known_by: facet,
  owner: facet,
  cases: facet,
});
export type AccountFacets = z.output<typeof accountFacets>;
