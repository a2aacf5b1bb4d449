import { type AccountContract, type AccountContractState, contract } from '@scout/contract';
import { changedDetails } from '../../../platform/database/audit.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changeAsAdmin, changeAsMember } from '../../auth/index.ts';
import { requestAssessment } from '../../ingest/index.ts';
import type { MemberContext } from '../services.ts';
import { implementCall } from '../services.ts';
import { accountKeyOf } from '../sql/cases.ts';
import { type ContractChange, readContract, writeContract } from '../sql/contracts.ts';

interface Account {
  readonly tenantId: string;
  readonly key: string;
}

/** @throws Refusal not_found */
async function stateOf(tx: Transaction, account: Account): Promise<AccountContractState> {
  const state = await readContract(tx, account);
  if (!state) throw new Refusal('not_found', { message: 'This organization has no such service account.' });
  return state;
}

export const accountContractRead = implementCall(
  contract.accountContractRead,
  ({ account }, { tx, member }) => stateOf(tx, { tenantId: member.tenantId, key: accountKeyOf(account) }),
);

export const accountContractPropose = implementCall(
  contract.accountContractPropose,
  async ({ account }, { app, tx, member, gone }) => {
    const { tenantId } = member;
    await app.rates.consume('contractTrialPerOrganization', tenantId);
    const place = { tenantId, key: accountKeyOf(account) };
    await stateOf(tx, place);
    return app.trials.run(member, 'proposal', { ...place, now: app.clock.now() }, gone);
  },
);

export const accountContractTry = implementCall(
  contract.accountContractTry,
  async ({ account, contract: tried }, { app, tx, member, gone }) => {
    const { tenantId } = member;
    await app.rates.consume('contractTrialPerOrganization', tenantId);
    const place = { tenantId, key: accountKeyOf(account) };
    const { approved } = await stateOf(tx, place);
    const scope = { ...place, now: app.clock.now() };
    const inForce = approved?.contract ?? null;
    return app.trials.run(member, 'contract', { scope, contract: tried, inForce }, gone);
  },
);

/** A change of a contract, and its entry in the organization's log. */
interface Decision extends ContractChange {
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

/**
 * Changes a contract as an admin, or as the owner of the account where the call names owners, who has read this revision.
 * @throws Refusal not_found, contract_changed
 */
function changeContract(
  context: MemberContext,
  { account, revision }: { account: string; revision: number },
  decide: (state: AccountContractState, by: { by: string; at: Date }) => Decision,
): Promise<AccountContractState> {
  const changeAs = context.member.role === 'owner' ? changeAsMember : changeAsAdmin;
  return changeAs(context, async ({ tx, tenantId, actor, now, log }) => {
    const place = { tenantId, key: accountKeyOf(account) };
    const state = await stateOf(tx, place);
    if (state.revision !== revision) throw new Refusal('contract_changed');
    const { action, contract: terms, ...change } = decide(state, { by: actor, at: now });
    if (!(await writeContract(tx, place, revision, change))) throw new Refusal('contract_changed');
    const after = detailsOf(terms);
    const replaced =
      action === 'contract_approved' && state.approved ? detailsOf(state.approved.contract) : null;
    const changes = replaced === null ? {} : changedDetails(replaced, { ...emptied(replaced), ...after });
    await log({ action, details: { account: state.account, ...after, ...changes } });
    if (change.approved !== undefined) await requestAssessment(tx, tenantId);
    return stateOf(tx, place);
  });
}

export const accountContractSave = implementCall(
  contract.accountContractSave,
  ({ contract: saved, ...which }, context) =>
    changeContract(context, which, (_state, by) => ({
      action: 'contract_drafted',
      contract: saved,
      draft: { contract: saved, ...by },
    })),
);

export const accountContractApprove = implementCall(contract.accountContractApprove, (which, context) =>
  changeContract(context, which, ({ draft }, by) => {
    if (!draft)
      throw new Refusal('contract_state', { message: 'There is no draft to approve. Save one first.' });
    return {
      action: 'contract_approved',
      contract: draft.contract,
      draft: null,
      approved: { contract: draft.contract, ...by },
    };
  }),
);

export const accountContractWithdraw = implementCall(contract.accountContractWithdraw, (which, context) =>
  changeContract(context, which, ({ draft, approved }, by) => {
    if (!approved) throw new Refusal('contract_state', { message: 'No contract is in force.' });
    return {
      action: 'contract_withdrawn',
      contract: approved.contract,
      approved: null,
      ...(draft === null && { draft: { contract: approved.contract, ...by } }),
    };
  }),
);

export const accountContractDiscard = implementCall(contract.accountContractDiscard, (which, context) =>
  changeContract(context, which, ({ draft }) => {
    if (!draft) throw new Refusal('contract_state', { message: 'There is no draft to discard.' });
    return { action: 'contract_draft_discarded', contract: draft.contract, draft: null };
  }),
);
