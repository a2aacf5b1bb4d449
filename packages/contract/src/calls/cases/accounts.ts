import { declareCall } from '../../call.ts';
import { isoDate, queryNumber, timeZone } from '../../entities/fields.ts';
import {
  accountDescription,
  accountFacets,
  accountFaults,
  accountImport,
  accountOrigins,
  accountPostures,
  accountUses,
  contractStandings,
  serviceAccount,
  serviceAccountFile,
} from '../../entities/serviceAccount.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { pageRows, pageRowsMax, importRows } = limits.accounts;
const { nameMax } = limits.incidents;
const account = z.string().trim().min(1).max(nameMax);

/** The properties by which the register and its counts are narrowed. */
const narrowing = {
  /** Parts of the name, owner or purpose, or of people and hosts of the last 30 days, case-insensitive. */
  text: z.string().trim().min(1).max(limits.names.textMax).optional(),
  fault: z.enum(accountFaults).optional(),
  use: z.enum(accountUses).optional(),
  posture: z.enum(accountPostures).optional(),
  contract: z.enum(contractStandings).optional(),
  known_by: z.enum(accountOrigins).optional(),
  owner: z.string().trim().min(1).max(limits.accounts.ownerMax).optional(),
  /** `open`: accounts with a case that is neither closed nor excused. */
  cases: z.enum(['open', 'none']).optional(),
};

/** A page of the service account register, accounts with the most open cases first, then by name. `next` is the next page's `cursor`, null on the last page. */
export const accounts = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  scope: 'accounts:read',
  method: 'GET',
  path: '/api/v1/accounts',
  summary: 'The register of service accounts',
  tag: 'Cases',
  input: z.object({
    ...narrowing,
    cursor: z
      .string()
      .min(1)
      .max(nameMax + 10)
      .optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(pageRowsMax)).default(pageRows),
  }),
  output: z.object({ accounts: z.array(serviceAccount).max(pageRowsMax), next: z.string().nullable() }),
});

/** Counts of the register by value, each within what the other filters leave. */
export const accountsFacets = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  scope: 'accounts:read',
  method: 'GET',
  path: '/api/v1/account-facets',
  summary: 'Counts of service accounts by value',
  tag: 'Cases',
  input: z.object(narrowing),
  output: accountFacets,
});

/**
 * One service account with sources, targets, persons and times of use in the last 30 days. Names compare without case and domain.
 * `from` and `to` (days in the time zone `tz`) narrow its machines and people.
 */
export const accountsRead = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  scope: 'accounts:read',
  method: 'GET',
  path: '/api/v1/account',
  summary: 'One service account with its activity',
  tag: 'Cases',
  input: z
    .object({
      account,
      from: isoDate.optional(),
      to: isoDate.optional(),
      tz: timeZone.default('UTC'),
    })
    .refine(({ from, to }) => !from || !to || from <= to, {
      message: 'must not be later than to',
      path: ['from'],
    }),
  output: serviceAccountFile,
  errors: ['not_found'],
});

/** Sets the owner and purpose of a service account. An empty value clears a field; an omitted field is unchanged. */
export const accountsUpdate = declareCall({
  access: 'subscriber-admin',
  scope: 'accounts:write',
  method: 'PATCH',
  path: '/api/v1/account',
  summary: 'Set owner and purpose of a service account',
  tag: 'Cases',
  input: accountDescription,
  output: serviceAccountFile,
  errors: ['not_found'],
});

const descriptions = z.object({ accounts: z.array(accountDescription).min(1).max(importRows) });

/** Previews the changes to owners and purposes from a list. Nothing is saved. */
export const accountsImportPreview = declareCall({
  access: 'subscriber-admin',
  scope: 'accounts:write',
  method: 'POST',
  path: '/api/v1/accounts/import/preview',
  summary: 'Preview of an import of owners and purposes',
  tag: 'Cases',
  input: descriptions,
  output: accountImport,
});

/** Sets owners and purposes of accounts in the register. For an account listed more than once, the last row applies. */
export const accountsImport = declareCall({
  access: 'subscriber-admin',
  scope: 'accounts:write',
  method: 'POST',
  path: '/api/v1/accounts/import',
  summary: 'Set owners and purposes from a list',
  tag: 'Cases',
  input: descriptions,
  output: accountImport,
});
