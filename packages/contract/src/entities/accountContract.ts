import { stripHost } from '@scout/detection/names';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

const { names, nameMax, kindMax, trialCases, suspectCases } = limits.accountContracts;

/** An account's expected use, as stored. Lists hold names and patterns with `*`; an empty list permits any. */
export const accountContract = z.object({
  /** Permitted source and target machines. */
  sources: z.array(z.string()).max(names),
  destinations: z.array(z.string()).max(names),
  /** Kinds of use: `logon:3`, `explicit`, `command`. */
  kinds: z.array(z.string()).max(names),
  /** Hours of the day, UTC, 0 to 23. */
  hours: z.array(z.number().int().min(0).max(23)).max(24),
});
export type AccountContract = z.output<typeof accountContract>;

const ADDRESS_PATTERN = /^[0-9a-f.:*]*[.:][0-9a-f.:*]*$/;

/** A machine's name or pattern in the form used for comparison: without case and domain. */
const machine = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'A name must not be empty')
  .max(nameMax, `A name has at most ${nameMax} characters`)
  .refine(
    (text) => !/[\p{Cc}\s,;]/u.test(text),
    'A name must not contain spaces, commas or semicolons; write one per line',
  )
  .transform((text) => (text.includes('*') ? text : stripHost(text)))
  .refine(
    (text) => !text.includes('*') || !text.includes('.') || ADDRESS_PATTERN.test(text),
    'A pattern names machines without their domain: app*, not app*.bank.example',
  );

/** A kind of use that a contract can name. */
const kind = z
  .string()
  .trim()
  .toLowerCase()
  .max(kindMax)
  .regex(/^(?:logon:(?:\d{0,2}|\*)|explicit|command)$/, 'must be logon:N, explicit or command');

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];
const machines = z
  .array(machine)
  .max(names, `At most ${names} names; a pattern such as app* stands for many`)
  .transform(distinct);

/** The contract as callers send it: normalized, unique names. A contract that permits everything is refused. */
export const accountContractRule = z
  .object({
    sources: machines,
    destinations: machines,
    kinds: z.array(kind).max(names).transform(distinct),
    hours: accountContract.shape.hours.transform((hours) => distinct(hours).sort((a, b) => a - b)),
  })
  .refine(
    (contract) => Object.values(contract).some((list) => list.length > 0),
    'An empty contract permits everything. Enter a source, a destination, a kind of use or an hour.',
  );

/** A contract proposed from an account's activity. */
export const accountContractProposal = z.object({
  /** Null if the account did nothing on at least two days, or only what is left out. */
  contract: accountContract.nullable(),
  /**
   * Entries that are not proposed because only activity of open cases, and of cases closed as misuse, contains them, and the numbers
   * of these cases; null if none of the activity belongs to such a case.
   */
  left_out: accountContract
    .extend({ cases: z.array(z.number().int().positive()).max(suspectCases) })
    .nullable(),
});
export type AccountContractProposal = z.output<typeof accountContractProposal>;

const signed = z.object({
  contract: accountContract,
  /** Address of the admin. */
  by: z.string(),
  at: isoTime,
});

/** The contract in force of an account, and its draft. */
export const accountContractState = z.object({
  account: z.string(),
  /** Counts changes; a change request names the revision that it is based on. */
  revision: z.number().int().nonnegative(),
  /** Contract in force. */
  approved: signed.nullable(),
  /** Takes effect on approval. */
  draft: signed.nullable(),
});
export type AccountContractState = z.output<typeof accountContractState>;

const count = z.number().int().nonnegative();

/** Effect that a contract would have had on an account's stored activity. */
export const accountContractTrial = z.object({
  /** Start of the activity examined: the last 90 days, or less if there is too much activity. */
  from: isoTime,
  to: isoTime,
  complete: z.boolean(),
  /** Events of use and refusals, and how many of them the contract does not permit. */
  events: count,
  outside: count,
  /** Cases that they would have caused. */
  cases: count,
  /** Cases of the same activity with the contract in force; null without one. */
  cases_in_force: count.nullable(),
  /** The newest of the cases. */
  newest: z
    .array(
      z.object({
        /** Time of the last event. */
        time: isoTime,
        /** Such as `from PC7, at 03:00 UTC`. */
        breach: z.string(),
        events: count,
      }),
    )
    .max(trialCases),
});
export type AccountContractTrial = z.output<typeof accountContractTrial>;
