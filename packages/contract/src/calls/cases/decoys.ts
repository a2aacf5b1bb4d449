import { declareCall } from '../../call.ts';
import { decoyProposal, markedAccount } from '../../entities/serviceAccount.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const account = z.string().trim().min(1).max(limits.incidents.nameMax);

/**
 * Marks an account as a decoy, or ends that. It joins the register if it is not there yet, and leaves it at the end if nothing else has it
 * there. Scout creates nothing in a directory; from the mark on, each logon, refusal, ticket and change is a critical case.
 */
export const accountsDecoy = declareCall({
  access: 'subscriber-admin',
  scope: 'accounts:write',
  method: 'POST',
  path: '/api/v1/account/decoy',
  summary: 'Mark a service account as a decoy',
  tag: 'Cases',
  input: z.object({
    account: account.regex(/^[^\p{Cc}]+$/u, 'must not contain control characters'),
    is_decoy: z.boolean(),
  }),
  output: markedAccount,
  errors: ['not_found', 'decoy_limit', 'decoy_in_use'],
});

/** Proposes a name for a decoy that looks like the other accounts, and that nothing has used. Nothing is saved. */
export const accountsDecoyProposal = declareCall({
  access: 'subscriber-admin',
  also: ['auditor'],
  scope: 'accounts:read',
  method: 'GET',
  path: '/api/v1/account/decoy-proposal',
  summary: 'Propose a name for a decoy',
  tag: 'Cases',
  input: z.object({}),
  output: decoyProposal,
});
