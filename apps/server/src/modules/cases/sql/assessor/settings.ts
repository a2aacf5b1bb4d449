import { hash } from 'node:crypto';
import type { Contract, Inventory } from '@scout/cases';
import type { Naming } from '@scout/detection';
import type pg from 'pg';
import { STANDARD_VERSION, versionedNaming } from '../../../ingest/index.ts';

/** The organization's settings for the assessor; a change causes history to be judged again. */
export interface Settings {
  readonly inventory: Inventory;
  /** Approved contracts by the account's key. */
  readonly contracts: ReadonlyMap<string, Contract>;
  /** Decoys by key, and since when each touch is reported; epoch milliseconds. */
  readonly decoys: ReadonlyMap<string, number>;
  readonly naming: Naming;
  readonly fingerprint: string;
}

/** True, in SQL, of service accounts that neither their name nor their activity has to show. */
const isListed = "(known_by = 'list' OR known_by = 'directory' AND in_directory OR decoy_since IS NOT NULL)";

/** @param version of the assessor; a change counts as a change of settings */
export async function readSettings(
  client: pg.ClientBase,
  tenantId: string,
  version: number,
): Promise<Settings> {
  const accounts = await client.query<{
    account_key: string;
    name: string | null;
    contract: Contract | null;
    decoy_since: Date | null;
  }>(
    `SELECT account_key, CASE WHEN ${isListed} THEN name END AS name,
       CASE WHEN contract_approved_at IS NOT NULL THEN contract END AS contract, decoy_since
     FROM scout.service_accounts
     WHERE tenant_id = $1 AND (${isListed} OR contract_approved_at IS NOT NULL) ORDER BY account_key`,
    [tenantId],
  );
  const { rows: named } = await client.query<Parameters<typeof versionedNaming>[0]>(
    'SELECT version, settings FROM scout.detection_settings WHERE tenant_id = $1',
    [tenantId],
  );
  const { version: namingVersion, naming } =
    named[0] === undefined ? STANDARD_VERSION : versionedNaming(named[0]);
  const inventory: Inventory = {
    accounts: accounts.rows.flatMap(({ name }) => (name === null ? [] : [{ name }])),
  };
  const contracts = new Map(
    accounts.rows.flatMap(({ account_key, contract }) =>
      isContract(contract) ? [[account_key, contract]] : [],
    ),
  );
  const decoys = new Map(
    accounts.rows.flatMap(({ account_key, decoy_since }) =>
      decoy_since === null ? [] : [[account_key, decoy_since.getTime()] as const],
    ),
  );
  // Without decoys, as it was before there were any.
  const parts = [inventory, [...contracts], namingVersion, ...(decoys.size === 0 ? [] : [[...decoys]])];
  const all = JSON.stringify(parts);
  const fingerprint = `${version} ${hash('sha256', all, 'base64url').slice(0, 16)}`;
  return { inventory, contracts, decoys, naming, fingerprint };
}

/** True for a contract in a form known to this version; any other has no effect. */
function isContract(contract: Contract | null): contract is Contract {
  const { sources, destinations, kinds, hours } = contract ?? {};
  return [sources, destinations, kinds, hours].every(Array.isArray);
}
