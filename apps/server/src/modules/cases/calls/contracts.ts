import { type AccountContractState, contract } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changeAsAdmin, changeAsMember } from '../../auth/index.ts';
import { type Decision, decideContract, stateOf, withdrawal } from '../changeContracts.ts';
import type { MemberContext } from '../services.ts';
import { implementCall } from '../services.ts';
import { accountKeyOf } from '../sql/cases.ts';

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
  return changeAs(context, async (work) => {
    const { tx, tenantId, actor, now } = work;
    const place = { tenantId, key: accountKeyOf(account) };
    const state = await stateOf(tx, place);
    if (state.revision !== revision) throw new Refusal('contract_changed');
    return decideContract(work, place, state, decide(state, { by: actor, at: now }));
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
  changeContract(context, which, withdrawal),
);

export const accountContractDiscard = implementCall(contract.accountContractDiscard, (which, context) =>
  changeContract(context, which, ({ draft }) => {
    if (!draft) throw new Refusal('contract_state', { message: 'There is no draft to discard.' });
    return { action: 'contract_draft_discarded', contract: draft.contract, draft: null };
  }),
);
