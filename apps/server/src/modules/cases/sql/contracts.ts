import type { AccountContract, AccountContractState } from '@scout/contract';
import type { Transaction } from '../../../platform/database/pool.ts';

interface Place {
  readonly tenantId: string;
  /** Key of the account. */
  readonly key: string;
}

const columns = [
  'name',
  'contract',
  'contract_approved_by',
  'contract_approved_at',
  'contract_draft',
  'contract_drafted_by',
  'contract_drafted_at',
  'contract_revision',
] as const;

/** The contract of an account; undefined if the register has no such key. */
export async function readContract(
  tx: Transaction,
  { tenantId, key }: Place,
): Promise<AccountContractState | undefined> {
  const row = await tx
    .selectFrom('service_accounts')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('account_key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    account: row.name,
    revision: row.contract_revision,
    approved: signedOf(row.contract, row.contract_approved_by, row.contract_approved_at),
    draft: signedOf(row.contract_draft, row.contract_drafted_by, row.contract_drafted_at),
  };
}

/** Contracts in force, by the account's key. */
export async function listContracts(
  tx: Transaction,
  tenantId: string,
): Promise<{ key: string; account: string; contract: AccountContract }[]> {
  const rows = await tx
    .selectFrom('service_accounts')
    .select(['account_key', 'name', 'contract'])
    .where('tenant_id', '=', tenantId)
    .where('contract', 'is not', null)
    .where('contract_approved_at', 'is not', null)
    .orderBy('account_key')
    .execute();
  return rows.map(({ account_key, name, contract }) => ({
    key: account_key,
    account: name,
    contract: contract as unknown as AccountContract,
  }));
}

function signedOf(contract: object | null, by: string | null, at: Date | null) {
  if (contract === null || at === null) return null;
  return { contract: contract as AccountContract, by: by ?? '', at: at.toISOString() };
}

/** New draft and contract in force; omitted fields are unchanged. */
export interface ContractChange {
  readonly draft?: { readonly contract: AccountContract; readonly by: string; readonly at: Date } | null;
  readonly approved?: { readonly contract: AccountContract; readonly by: string; readonly at: Date } | null;
}

/** Changes a contract at this revision; false if it is missing or at another one. Transaction role: scout_admin. */
export async function writeContract(
  tx: Transaction,
  { tenantId, key }: Place,
  revision: number,
  { draft, approved }: ContractChange,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('service_accounts')
    .set({
      contract_revision: revision + 1,
      ...(draft !== undefined && {
        contract_draft: draft && JSON.stringify(draft.contract),
        contract_drafted_by: draft?.by ?? null,
        contract_drafted_at: draft?.at ?? null,
      }),
      ...(approved !== undefined && {
        contract: approved && JSON.stringify(approved.contract),
        contract_approved_by: approved?.by ?? null,
        contract_approved_at: approved?.at ?? null,
      }),
    })
    .where('tenant_id', '=', tenantId)
    .where('account_key', '=', key)
    .where('contract_revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
