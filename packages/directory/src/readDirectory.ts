import { limits } from '@scout/contract/limits';
import { Control } from 'ldapts';
import {
  type AccountEntry,
  ATTRIBUTES,
  CATALOG_ATTRIBUTES,
  type ComputerEntry,
  objectOf,
} from './accounts.ts';
import { domainOf, isCatalogUrl } from './catalog.ts';
import { type Connection, connectDirectory, type Reach, type Target } from './connection.ts';
import { bytesOf, guidOf, sidOf, textOf } from './entry.ts';
import { type ManagedGroups, readManagedGroups } from './managedGroups.ts';
import { type Domain, readPrivileges } from './privileged.ts';
import { DirectoryProblem } from './problems.ts';

/** Users, computers and managed accounts are all users by class. */
const OBJECTS = '(objectClass=user)';
/** Containers whose new name or place changes the names of what is in them, but not its change number. */
const CONTAINERS = '(|(objectClass=organizationalUnit)(objectClass=container))';
/** Domains of one forest. */
const DOMAINS_MAX = 200;
/** Deleted entries are also found, as far as the account that signs in may see them. */
const SHOW_DELETED = '1.2.840.113556.1.4.417';

/** Position in a controller's changes. Each controller numbers its own, so another or a restored one is read from the beginning. */
export interface ReadPosition {
  readonly invocation_id: string;
  readonly usn: string;
}

/** The directory to read. */
export type ReadOrder = Target & {
  readonly base: string | null;
  readonly filter: string | null;
  /** Position of the last good state; null: read everything. */
  readonly position: ReadPosition | null;
  readonly bounds: ReadBounds;
};

export interface ReadBounds {
  readonly entries: number;
  readonly bytes: number;
}

/** Entries of one sync: all of them, or those that changed since the position. */
export interface ReadResult {
  readonly isFull: boolean;
  readonly position: ReadPosition | null;
  /** DNS name of the domain; of a global catalog, the forest's. */
  readonly domain: string;
  readonly accounts: readonly AccountEntry[];
  readonly computers: readonly ComputerEntry[];
  /** Identifiers of changed entries that are deleted, or no longer below the base or in the filter. */
  readonly removed: readonly string[];
  /** Privileged groups of every account that is in one, by the account's identifier. */
  readonly privileges: readonly (readonly [string, readonly string[]])[];
}

/** An account or a computer as soon as it is read. */
export type FoundObject = NonNullable<ReturnType<typeof objectOf>>;

/** Takes what is read instead of the result, which would hold all of it in memory. */
export type Take = (found: FoundObject) => void | Promise<void>;

/**
 * Reads a directory, and changes nothing in it.
 * @throws DirectoryProblem
 */
export async function readDirectory(order: ReadOrder, reach?: Reach, take?: Take): Promise<ReadResult> {
  const { bounds } = order;
  await using connection = await connectDirectory(order, { bytes: bounds.bytes, reach });
  const isCatalog = isCatalogUrl(order.url);
  const server = await readServer(connection, isCatalog);
  const base = order.base ?? server.root;
  const filter = order.filter === null ? OBJECTS : `(&${OBJECTS}${order.filter})`;
  const since = usableSince(order.position, server);
  const changed = since === null ? null : `(uSNChanged>=${since})`;
  const isFull = changed === null || (await hasAny(connection, server.root, `(&${CONTAINERS}${changed})`));

  const { accounts, computers, kept, hasAccount } = await readObjects(connection, {
    base,
    filter: isFull ? filter : `(&${filter}${changed})`,
    bounds,
    isCatalog,
    groups: await readManagedGroups(connection, server.root),
    take,
  });
  const removed: string[] = [];
  if (!isFull) {
    const search = {
      filter: `(&${OBJECTS}${changed})`,
      attributes: ['objectGUID'],
      controls: [new Control(SHOW_DELETED, { critical: true })],
    };
    for await (const entry of connection.search(server.root, search)) {
      const guid = guidOf(bytesOf(entry, 'objectGUID'));
      if (guid !== null && !kept.has(guid)) removed.push(guid);
      if (removed.length > bounds.entries) throw tooMany(bounds);
    }
  }
  if (isFull && !hasAccount)
    throw new DirectoryProblem(
      'The search found no account: check the base, the filter and the rights of the account that signs in.',
    );
  const privileges = await readPrivileges(connection, server.root, server.domains, bounds.entries);
  return {
    isFull,
    position: server.position,
    domain: server.domain,
    accounts,
    computers,
    removed,
    privileges: [...privileges],
  };
}

interface Server {
  /** Distinguished name below which everything is: the domain's, or none in a global catalog. */
  readonly root: string;
  readonly domain: string;
  readonly domains: readonly Domain[];
  readonly position: ReadPosition | null;
}

/** @throws DirectoryProblem when it is no controller of a domain */
async function readServer(connection: Connection, isCatalog: boolean): Promise<Server> {
  const noController = () => new DirectoryProblem('The server is no domain controller of Active Directory.');
  const context = isCatalog ? 'rootDomainNamingContext' : 'defaultNamingContext';
  const about = await connection.read('', [context, 'dsServiceName', 'highestCommittedUSN']);
  const named = about && textOf(about, context);
  if (!about || !named) throw noController();
  const root = isCatalog ? '' : named;
  const domains: Domain[] = [];
  const search = { filter: '(objectClass=domainDNS)', attributes: ['objectSid'] };
  for await (const entry of connection.search(root, { ...search, scope: isCatalog ? 'sub' : 'base' })) {
    const sid = sidOf(bytesOf(entry, 'objectSid'));
    if (sid !== null) domains.push({ dn: entry.dn, sid });
    if (domains.length > DOMAINS_MAX)
      throw new DirectoryProblem(`The forest has more than ${DOMAINS_MAX} domains.`);
  }
  if (domains.length === 0) throw noController();
  const service = textOf(about, 'dsServiceName');
  // A catalog shows no invocation id. The controller's own id stays the same when the controller is restored; its change number is lower then.
  const identity = isCatalog ? 'objectGUID' : 'invocationId';
  const itself = service === null ? undefined : await connection.read(service, [identity]);
  const invocation_id = itself === undefined ? null : guidOf(bytesOf(itself, identity));
  const usn = textOf(about, 'highestCommittedUSN');
  const isKnown = invocation_id !== null && usn !== null && /^[0-9]{1,19}$/.test(usn);
  return {
    root,
    domain: domainOf(named),
    domains,
    position: isKnown ? { invocation_id, usn } : null,
  };
}

/** The first change number that was not read; null when everything is to be read. */
function usableSince(position: ReadPosition | null, server: Server): bigint | null {
  if (position === null || server.position === null) return null;
  if (position.invocation_id !== server.position.invocation_id) return null;
  const read = BigInt(position.usn);
  // A controller that counts less than before was set back.
  return read > BigInt(server.position.usn) ? null : read + 1n;
}

async function hasAny(connection: Connection, base: string, filter: string): Promise<boolean> {
  for await (const _ of connection.search(base, { filter, attributes: ['objectGUID'] })) return true;
  return false;
}

interface ObjectSearch {
  readonly base: string;
  readonly filter: string;
  readonly bounds: ReadBounds;
  readonly isCatalog: boolean;
  readonly groups: ManagedGroups;
  readonly take: Take | undefined;
}

/** @throws DirectoryProblem for more entries than permitted */
async function readObjects(
  connection: Connection,
  { base, filter, bounds, isCatalog, groups, take }: ObjectSearch,
): Promise<
  Pick<ReadResult, 'accounts' | 'computers'> & { readonly kept: Set<string>; readonly hasAccount: boolean }
> {
  const kept = new Set<string>();
  let hasAccount = false;
  const accounts = new Map<string, AccountEntry>();
  const computers = new Map<string, ComputerEntry>();
  let entries = 0;
  const attributes = isCatalog ? CATALOG_ATTRIBUTES : ATTRIBUTES;
  for await (const entry of connection.search(base, { filter, attributes })) {
    entries += 1;
    if (entries > bounds.entries) throw tooMany(bounds);
    const found = objectOf(entry, { isCatalog, groups });
    if (found === undefined) continue;
    const isAccount = 'account' in found;
    hasAccount ||= isAccount;
    kept.add((isAccount ? found.account : found.computer).object_guid);
    if (take !== undefined) await take(found);
    else if (isAccount) accounts.set(found.account.object_guid, found.account);
    else computers.set(found.computer.object_guid, found.computer);
  }
  return { accounts: [...accounts.values()], computers: [...computers.values()], kept, hasAccount };
}

const tooMany = ({ entries }: ReadBounds) =>
  new DirectoryProblem(
    `The search found more than ${entries.toLocaleString('en')} entries. Narrow the base or the filter.`,
  );

/** The bounds of a sync. */
export const BOUNDS: ReadBounds = { entries: limits.directories.entries, bytes: limits.directories.bytes };
