import { declareCall } from '../../call.ts';
import {
  accountContract,
  accountContractRule,
  accountContractState,
  accountContractTrial,
} from '../../entities/accountContract.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const account = z.string().trim().min(1).max(limits.incidents.nameMax);
/** Of the state that is changed: others may have changed it since. */
const revision = z.number().int().min(0).max(2_147_483_646);

/** The expected use of a service account: what is in force, and its draft. */
export const accountContractRead = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/account/contract',
  summary: 'The contract of a service account',
  tag: 'Cases',
  input: z.object({ account }),
  output: accountContractState,
  errors: ['not_found'],
});

/** A contract that permits what the account did on two days or more of the last 90; null where that is nothing. */
export const accountContractPropose = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/account/contract/proposal',
  summary: "A contract proposed from a service account's activity",
  tag: 'Cases',
  input: z.object({ account }),
  output: z.object({ contract: accountContract.nullable() }),
  errors: ['not_found'],
});

/** Saves a draft, which is in force once it is approved. The contract that is in force stays until then. */
export const accountContractSave = declareCall({
  access: 'subscriber-admin',
  method: 'PATCH',
  path: '/api/v1/account/contract',
  summary: 'Save a draft of a contract',
  tag: 'Cases',
  input: z.object({ account, revision, contract: accountContractRule }),
  output: accountContractState,
  errors: ['not_found', 'contract_changed'],
});

/** Puts the draft in force. Stored activity is held against it as well as all that follows. */
export const accountContractApprove = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/account/contract/approve',
  summary: 'Approve the draft of a contract',
  tag: 'Cases',
  input: z.object({ account, revision }),
  output: accountContractState,
  errors: ['not_found', 'contract_changed', 'contract_state'],
});

/** Ends the contract that is in force, which becomes the draft where there is none. Cases that only it made go, unless somebody worked on them. */
export const accountContractWithdraw = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/account/contract/withdraw',
  summary: 'Withdraw the contract that is in force',
  tag: 'Cases',
  input: z.object({ account, revision }),
  output: accountContractState,
  errors: ['not_found', 'contract_changed', 'contract_state'],
});

/** Throws the draft away; the contract in force stays. */
export const accountContractDiscard = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/account/contract/discard',
  summary: 'Discard the draft of a contract',
  tag: 'Cases',
  input: z.object({ account, revision }),
  output: accountContractState,
  errors: ['not_found', 'contract_changed', 'contract_state'],
});

/** The cases that a contract would have made of the activity of the last 90 days. Nothing is saved. */
export const accountContractTry = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/account/contract/try',
  summary: 'What a contract would have done',
  tag: 'Cases',
  input: z.object({ account, contract: accountContractRule }),
  output: accountContractTrial,
  errors: ['not_found'],
});
