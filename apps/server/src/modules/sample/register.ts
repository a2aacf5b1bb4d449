import type { Contract } from '@scout/cases';
import type pg from 'pg';
import { withRole } from '../../platform/database/pool.ts';
import { SAMPLE_ACCOUNTS } from './bank.ts';

/** Approved contract of the treasury's account: jobs run early, at noon and in the evening. */
const TREASURY: Contract = {
  sources: ['app-trs01'],
  destinations: ['prd-sql01'],
  kinds: ['logon:3'],
  hours: [5, 6, 7, 11, 12, 13, 16, 17, 18],
};
const CONTRACTS: ReadonlyMap<string, Contract> = new Map([['svc.treasury', TREASURY]]);

/** Owners and purposes in the bank's register: some accounts have no owner. The first `admin` approved the contract. */
const rows = (admin: string) =>
  JSON.stringify(
    SAMPLE_ACCOUNTS.map(({ name, owner, purpose }) => {
      const contract = CONTRACTS.get(name) ?? null;
      return { name, owner, purpose, contract, approver: contract && admin };
    }),
  );

/** Adds the sample's accounts to its register, with owners, purposes and one approved contract. */
export async function fillRegister(
  pool: pg.Pool,
  tenantId: string,
  { admin, now }: { admin: string; now: Date },
): Promise<void> {
  await withRole(pool, { role: 'scout_admin', tenantId }, (_tx, client) =>
    client.query(
      `INSERT INTO scout.service_accounts (tenant_id, account_key, name, known_by, owner, purpose, contract,
         contract_approved_by, contract_approved_at)
       SELECT $1, name, name, 'name', owner, purpose, contract, approver, CASE WHEN approver IS NOT NULL THEN $3::timestamptz END
       FROM json_to_recordset($2::json) AS r (name text, owner text, purpose text, contract jsonb, approver text)
       ORDER BY name`,
      [tenantId, rows(admin), now],
    ),
  );
}

/** Removes the sample's unchanged entries from the register. Transaction role: `scout_admin`. */
export async function emptyRegister(client: pg.PoolClient, tenantId: string, admin: string): Promise<void> {
  await client.query(
    `DELETE FROM scout.service_accounts a USING json_to_recordset($2::json)
         AS r (name text, owner text, purpose text, contract jsonb, approver text)
     WHERE a.tenant_id = $1 AND a.account_key = r.name AND a.owner IS NOT DISTINCT FROM r.owner
       AND a.purpose IS NOT DISTINCT FROM r.purpose AND a.contract IS NOT DISTINCT FROM r.contract
       AND a.contract_draft IS NULL`,
    [tenantId, rows(admin)],
  );
}
