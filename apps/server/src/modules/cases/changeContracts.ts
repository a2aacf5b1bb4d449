import type { AccountContract, AccountContractState } from '@scout/contract';
import { changedDetails } from '../../platform/database/audit.ts';
import type { Transaction } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { ChangeWork } from '../auth/index.ts';
import { requestAssessment } from '../ingest/index.ts';
import { type ContractChange, readContract, writeContract } from './sql/contracts.ts';

/** An account of an organization. */
interface Account {
  readonly tenantId: string;
  readonly key: string;
}

/** The contract in force and the draft of an account. @throws Refusal not_found */
export async function stateOf(tx: Transaction, account: Account): Promise<AccountContractState> {
  const state = await readContract(tx, account);
  if (!state) throw new Refusal('not_found', { message: 'This organization has no such service account.' });
  return state;
}

/** A change of a contract, and its entry in the organization's log. */
export interface Decision extends ContractChange {
  readonly action: string;
  readonly contract: AccountContract;
}

/** Maximum characters logged for each part of a contract. */
const LOG_MAX = 300;

function detailsOf(terms: AccountContract): Record<string, string> {
  return Object.fromEntries(
    Object.entries(terms).flatMap(([part, values]) => {
      const text = values.join(', ');
      if (text === '') return [];
      return [[part, text.length <= LOG_MAX ? text : `${text.slice(0, LOG_MAX - 1).toWellFormed()}…`]];
    }),
  );
}

/** Null for each part, for those that a new contract no longer has. */
const emptied = (parts: Record<string, string>): Record<string, null> =>
  Object.fromEntries(Object.keys(parts).map((part) => [part, null]));

/** Withdraws the contract in force, which becomes the draft if there is none. @throws Refusal contract_state */
export function withdrawal(
  { draft, approved }: AccountContractState,
  by: { readonly by: string; readonly at: Date },
): Decision {
  if (!approved) throw new Refusal('contract_state', { message: 'No contract is in force.' });
  return {
    action: 'contract_withdrawn',
    contract: approved.contract,
    approved: null,
    ...(draft === null && { draft: { contract: approved.contract, ...by } }),
  };
}

/** Changes a contract that is in this state, with its entry in the log. @throws Refusal contract_changed */
export async function decideContract(
  { tx, tenantId, log }: ChangeWork,
  place: Account,
  state: AccountContractState,
  { action, contract: terms, ...change }: Decision,
): Promise<AccountContractState> {
  if (!(await writeContract(tx, place, state.revision, change))) throw new Refusal('contract_changed');
  const after = detailsOf(terms);
  const replaced =
    action === 'contract_approved' && state.approved ? detailsOf(state.approved.contract) : null;
  const changes = replaced === null ? {} : changedDetails(replaced, { ...emptied(replaced), ...after });
  await log({ action, details: { account: state.account, ...after, ...changes } });
  if (change.approved !== undefined) await requestAssessment(tx, tenantId);
  return stateOf(tx, place);
}
