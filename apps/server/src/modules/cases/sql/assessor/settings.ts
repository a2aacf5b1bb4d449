import { hash } from 'node:crypto';
import type { Contract, DecoySpan, DirectoryFacts, Inventory } from '@scout/cases';
import type { Naming } from '@scout/detection';
import type pg from 'pg';
import { STANDARD_VERSION, versionedNaming } from '../../../ingest/index.ts';
import type { Memory } from '../../assessor/memory.ts';
import { readDirectoryFacts } from './directoryFacts.ts';

/** The organization's settings for the assessor; a change causes history to be judged again, except of decoys and directories. */
export interface Settings {
  readonly inventory: Inventory;
  /** Approved contracts by the account's key. */
  readonly contracts: ReadonlyMap<string, Contract>;
  /** What directories tell of machines and accounts; for what is judged from now on. */
  readonly directory: DirectoryFacts;
  /** Present and former decoys by key: nothing before a mark is reported, so that a mark changes no earlier judgment. */
  readonly decoys: ReadonlyMap<string, readonly DecoySpan[]>;
  readonly naming: Naming;
  readonly fingerprint: string;
}

/** True, in SQL, of service accounts that neither their name nor their activity has to show. */
const isListed = "(known_by = 'list' OR known_by = 'directory' AND in_directory)";

/**
 * @param version of the assessor; a change counts as a change of settings
 * @param memory of this process, which keeps what directories tell
 */
export async function readSettings(
  client: pg.ClientBase,
  tenantId: string,
  version: number,
  memory?: Pick<Memory, 'directories'>,
): Promise<Settings> {
  const accounts = await client.query<{
    account_key: string;
    name: string | null;
    contract: Contract | null;
    decoy_added: boolean;
    decoy_since: Date | null;
    former_decoy_since: Date | null;
    former_decoy_until: Date | null;
  }>(
    `SELECT account_key, CASE WHEN ${isListed} THEN name END AS name,
       CASE WHEN contract_approved_at IS NOT NULL THEN contract END AS contract, decoy_added, decoy_since, former_decoy_since, former_decoy_until
     FROM scout.service_accounts
     WHERE tenant_id = $1 AND (${isListed} OR contract_approved_at IS NOT NULL OR decoy_since IS NOT NULL OR former_decoy_since IS NOT NULL)
     ORDER BY account_key`,
    [tenantId],
  );
  const { rows: named } = await client.query<Parameters<typeof versionedNaming>[0]>(
    'SELECT version, settings FROM scout.detection_settings WHERE tenant_id = $1',
    [tenantId],
  );
  const { version: namingVersion, naming } =
    named[0] === undefined ? STANDARD_VERSION : versionedNaming(named[0]);
  const inventoryOf = (rows: typeof accounts.rows): Inventory => ({
    accounts: rows.flatMap(({ name }) => (name === null ? [] : [{ name }])),
  });
  const contracts = new Map(
    accounts.rows.flatMap(({ account_key, contract }) =>
      isContract(contract) ? [[account_key, contract]] : [],
    ),
  );
  const decoys = new Map(
    accounts.rows.flatMap((row) => {
      const spans = spansOf(row);
      return spans.length === 0 ? [] : [[row.account_key, spans] as const];
    }),
  );
  const judgedBefore = inventoryOf(accounts.rows.filter(({ decoy_added }) => !decoy_added));
  const all = JSON.stringify([judgedBefore, [...contracts], namingVersion]);
  const fingerprint = `${version} ${hash('sha256', all, 'base64url').slice(0, 16)}`;
  const inventory = inventoryOf(accounts.rows);
  const directory = await readDirectoryFacts(client, tenantId, memory);
  return { inventory, directory, contracts, decoys, naming, fingerprint };
}

/** The times in which an account was or is a decoy. */
function spansOf(row: {
  readonly decoy_since: Date | null;
  readonly former_decoy_since: Date | null;
  readonly former_decoy_until: Date | null;
}): DecoySpan[] {
  const { decoy_since, former_decoy_since, former_decoy_until } = row;
  const spans: DecoySpan[] = [];
  if (former_decoy_since !== null && former_decoy_until !== null)
    spans.push({ since: former_decoy_since.getTime(), until: former_decoy_until.getTime() });
  if (decoy_since !== null) spans.push({ since: decoy_since.getTime(), until: Number.POSITIVE_INFINITY });
  return spans;
}

/** True for a contract in a form known to this version; any other has no effect. */
function isContract(contract: Contract | null): contract is Contract {
  const { sources, destinations, kinds, hours } = contract ?? {};
  return [sources, destinations, kinds, hours].every(Array.isArray);
}
