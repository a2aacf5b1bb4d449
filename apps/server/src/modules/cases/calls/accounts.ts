import { type AccountDescription, type AccountImport, contract } from '@scout/contract';
import { changedDetails } from '../../../platform/database/audit.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changeAsAdmin } from '../../auth/index.ts';
import { implementCall } from '../services.ts';
import { readAccountFacets } from '../sql/accountFacets.ts';
import { describeAccount, listAccounts, readAccount, readDescriptions } from '../sql/accounts.ts';
import { accountKeyOf } from '../sql/cases.ts';

const noSuchAccount = () =>
  new Refusal('not_found', { message: 'This organization has no such service account.' });

export const accounts = implementCall(contract.accounts, (query, { app, tx, member }) =>
  listAccounts(tx, member.tenantId, query, app.clock.now()),
);

export const accountsFacets = implementCall(contract.accountsFacets, (query, { app, tx, member }) =>
  readAccountFacets(tx, member.tenantId, query, app.clock.now()),
);

export const accountsRead = implementCall(
  contract.accountsRead,
  async ({ account, ...shown }, { app, tx, member }) => {
    const found = await readAccount(tx, member.tenantId, accountKeyOf(account), app.clock.now(), shown);
    if (!found) throw noSuchAccount();
    return found;
  },
);

export const accountsUpdate = implementCall(contract.accountsUpdate, ({ account, ...change }, context) =>
  changeAsAdmin(context, async ({ tx, tenantId, now, log }) => {
    const key = accountKeyOf(account);
    const [before] = await readDescriptions(tx, tenantId, [key]);
    if (!before || !(await describeAccount(tx, tenantId, key, change, now))) throw noSuchAccount();
    const { name, owner, purpose } = before;
    const given = Object.fromEntries(
      Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
    );
    const details = { account: name, ...changedDetails({ owner, purpose }, given) };
    await log({ action: 'account_described', details });
    const found = await readAccount(tx, tenantId, key, now.getTime());
    if (!found) throw noSuchAccount();
    return found;
  }),
);

/** Changes from descriptions to accounts of the register; for an account listed more than once, the last row applies. */
async function compareDescriptions(
  tx: Transaction,
  tenantId: string,
  listed: readonly AccountDescription[],
): Promise<AccountImport> {
  const wanted = new Map(listed.map((each) => [accountKeyOf(each.account), each]));
  const known = new Map(
    (await readDescriptions(tx, tenantId, [...wanted.keys()])).map((each) => [each.account_key, each]),
  );
  const result: AccountImport = { changed: [], unchanged: 0, unknown: [] };
  for (const [key, { account, owner, purpose }] of wanted) {
    const now = known.get(key);
    if (now === undefined) {
      result.unknown.push(account);
      continue;
    }
    const change = {
      ...(owner !== undefined && owner !== now.owner && { owner: { from: now.owner, to: owner } }),
      ...(purpose !== undefined &&
        purpose !== now.purpose && { purpose: { from: now.purpose, to: purpose } }),
    };
    if (Object.keys(change).length === 0) result.unchanged += 1;
    else result.changed.push({ account: now.name, ...change });
  }
  return result;
}

export const accountsImportPreview = implementCall(
  contract.accountsImportPreview,
  ({ accounts: listed }, { tx, member }) => compareDescriptions(tx, member.tenantId, listed),
);

export const accountsImport = implementCall(contract.accountsImport, ({ accounts: listed }, context) =>
  changeAsAdmin(context, async ({ tx, tenantId, now, log }) => {
    const result = await compareDescriptions(tx, tenantId, listed);
    for (const { account, owner, purpose } of result.changed) {
      const change = { ...(owner && { owner: owner.to }), ...(purpose && { purpose: purpose.to }) };
      await describeAccount(tx, tenantId, accountKeyOf(account), change, now);
      const before = { owner: owner?.from ?? null, purpose: purpose?.from ?? null };
      await log({ action: 'account_described', details: { account, ...changedDetails(before, change) } });
    }
    return result;
  }),
);
