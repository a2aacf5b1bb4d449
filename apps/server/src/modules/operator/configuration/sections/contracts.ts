import type { AccountContract } from '@scout/contract';
import { accountKeyOf, decideContract, listContracts, stateOf, withdrawal } from '../../../cases/index.ts';
import { listDifference, named, valueText } from '../differences.ts';
import { declareSection } from '../section.ts';

const PARTS = ['sources', 'destinations', 'kinds', 'hours'] as const;

/** Contracts in force. Drafts are work in progress of people, and stay as they are. */
export const contracts = declareSection({
  name: 'contracts',
  async read({ tx, tenantId }) {
    const present = await listContracts(tx, tenantId);
    return present.map(({ account, contract }) => ({ account, ...filled(contract) }));
  },
  async apply(work, wanted) {
    const { tx, tenantId, actor, now } = work;
    const by = { by: actor, at: now };
    const present = new Map((await listContracts(tx, tenantId)).map((each) => [each.key, each]));
    const seen = new Set<string>();
    for (const [index, { account, ...terms }] of wanted.entries()) {
      const path = ['contracts', index, 'account'];
      const key = accountKeyOf(account);
      if (seen.has(key)) {
        work.problem(path, `This account stands here twice: ${account}.`);
        continue;
      }
      seen.add(key);
      const before = present.get(key)?.contract;
      const difference = differenceOf(
        before ?? { sources: [], destinations: [], kinds: [], hours: [] },
        terms,
      );
      if (difference === undefined) continue;
      const place = { tenantId, key };
      await work.attempt(path, async () => {
        const state = await stateOf(tx, place);
        await decideContract(work, place, state, {
          action: 'contract_approved',
          contract: terms,
          approved: { contract: terms, ...by },
        });
        work.changed(before ? '~' : '+', named('contracts', state.account), difference);
      });
    }
    for (const { key, account } of present.values()) {
      if (seen.has(key)) continue;
      const place = { tenantId, key };
      await work.attempt(['contracts'], async () => {
        const state = await stateOf(tx, place);
        await decideContract(work, place, state, withdrawal(state, by));
      });
      work.changed('-', named('contracts', account), 'withdrawn');
    }
  },
});

/** The parts that say something. */
const filled = (contract: AccountContract): Partial<AccountContract> =>
  Object.fromEntries(PARTS.flatMap((part) => (contract[part].length > 0 ? [[part, contract[part]]] : [])));

/** Undefined: both permit the same. */
function differenceOf(before: AccountContract, after: AccountContract): string | undefined {
  const parts = PARTS.flatMap((part) => {
    const difference = listDifference(before[part], after[part]);
    return difference === undefined ? [] : [`${part} ${difference}`];
  });
  return parts.length === 0 ? undefined : valueText(parts.join(', '));
}
