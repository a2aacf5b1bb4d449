import { contract } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changeAsAdmin, readAsAdmin } from '../../auth/index.ts';
import { requestAssessment } from '../../ingest/index.ts';
import { implementCall } from '../services.ts';
import { readAccount } from '../sql/accounts.ts';
import { accountKeyOf } from '../sql/cases.ts';
import { forgetFormerDecoy, markDecoy, readDecoyProposal, unmarkDecoy } from '../sql/decoys.ts';

export const accountsDecoy = implementCall(contract.accountsDecoy, ({ account, is_decoy }, context) =>
  changeAsAdmin(context, async ({ tx, tenantId, now, actor, log }) => {
    const key = accountKeyOf(account);
    const notFound = () =>
      new Refusal('not_found', { message: 'This organization has no such service account.' });
    if (key === '') throw notFound();
    let isChanged: boolean;
    if (is_decoy) {
      const marking = await markDecoy(tx, tenantId, { key, name: account, by: actor }, now);
      if (marking === 'limit') throw new Refusal('decoy_limit');
      if (marking === 'in-use') throw new Refusal('decoy_in_use');
      isChanged = marking === 'marked';
    } else isChanged = await unmarkDecoy(tx, tenantId, key, now);
    const found = await readAccount(tx, tenantId, key, now.getTime());
    if (!found) throw notFound();
    if (!isChanged) return { ...found, in_register: true };
    const hasLeft = !is_decoy && (await forgetFormerDecoy(tx, tenantId, key));
    await log({
      action: is_decoy ? 'decoy_marked' : 'decoy_unmarked',
      details: { account: found.account, ...(hasLeft && { left_register: true }) },
    });
    await requestAssessment(tx, tenantId);
    return { ...found, in_register: !hasLeft };
  }),
);

export const accountsDecoyProposal = implementCall(contract.accountsDecoyProposal, async (_input, context) =>
  readDecoyProposal(await readAsAdmin(context), context.member.tenantId, context.app.clock.now()),
);
