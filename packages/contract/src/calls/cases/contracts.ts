import { declareCall } from '../../call.ts';
import {
  accountContractProposal,
  accountContractRule,
  accountContractState,
  accountContractTrial,
} from '../../entities/accountContract.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const account = z.string().trim().min(1).max(limits.incidents.nameMax);
/** Revision that the change is based on; detects concurrent changes. */
const revision = z.number().int().min(0).max(2_147_483_646);

/** Expected use of a service account: the contract in force and its draft. */
export const accountContractRead = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  scope: 'accounts:read',
  method: 'GET',
  path: '/api/v1/account/contract',
  summary: 'The contract of a service account',
  tag: 'Cases',
  input: z.object({ account }),
  output: accountContractState,
  errors: ['not_found'],
});

/**
 * Proposes a contract that permits everything the account did on at least two of the last 90 days, except for activity of open cases and
 * of those closed as misuse.
 */
export const accountContractPropose = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'accounts:read',
  trial: true,
  method: 'GET',
  path: '/api/v1/account/contract/proposal',
  summary: "A contract proposed from a service account's activity",
  tag: 'Cases',
  input: z.object({ account }),
  output: accountContractProposal,
  errors: ['not_found'],
});

/** Saves a draft. It takes effect on approval; the contract in force stays until then. */
export const accountContractSave = declareCall({
  access: 'subscriber-admin',
  scope: 'accounts:write',
  method: 'PATCH',
  path: '/api/v1/account/contract',
  summary: 'Save a draft of a contract',
  tag: 'Cases',
  input: z.object({ account, revision, contract: accountContractRule }),
  output: accountContractState,
  errors: ['not_found', 'contract_changed'],
});

/** Puts the draft in force. It applies to stored activity as well as to future activity. */
export const accountContractApprove = declareCall({
  access: 'subscriber-admin',
  also: ['owner'],
  scope: 'accounts:write',
  method: 'POST',
  path: '/api/v1/account/contract/approve',
  summary: 'Approve the draft of a contract',
  tag: 'Cases',
  input: z.object({ account, revision }),
  output: accountContractState,
  errors: ['not_found', 'contract_changed', 'contract_state'],
});

/**
 * Ends the contract in force, which becomes the draft if there is none. Cases caused only by it are removed, unless somebody
 * worked on them.
 */
export const accountContractWithdraw = declareCall({
  access: 'subscriber-admin',
  scope: 'accounts:write',
  method: 'POST',
  path: '/api/v1/account/contract/withdraw',
  summary: 'Withdraw the contract that is in force',
  tag: 'Cases',
  input: z.object({ account, revision }),
  output: accountContractState,
  errors: ['not_found', 'contract_changed', 'contract_state'],
});

/** Discards the draft; the contract in force stays. */
export const accountContractDiscard = declareCall({
  access: 'subscriber-admin',
  also: ['owner'],
  scope: 'accounts:write',
  method: 'POST',
  path: '/api/v1/account/contract/discard',
  summary: 'Discard the draft of a contract',
  tag: 'Cases',
  input: z.object({ account, revision }),
  output: accountContractState,
  errors: ['not_found', 'contract_changed', 'contract_state'],
});

/** Cases that a contract would have caused over the last 90 days of activity. Nothing is saved. */
export const accountContractTry = declareCall({
  access: 'subscriber-admin',
  also: ['owner'],
  scope: 'accounts:write',
  trial: true,
  method: 'POST',
  path: '/api/v1/account/contract/try',
  summary: 'Preview of a contract',
  tag: 'Cases',
  input: z.object({ account, contract: accountContractRule }),
  output: accountContractTrial,
  errors: ['not_found'],
});
