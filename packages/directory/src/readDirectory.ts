import { limits } from '@scout/contract/limits';
import { Control } from 'ldapts';
import { type AccountEntry, ATTRIBUTES, type ComputerEntry, objectOf } from './accounts.ts';
import { type Connection, connectDirectory, type Reach, type Target } from './connection.ts';
import { bytesOf, guidOf, sidOf, textOf } from './entry.ts';
import { type ManagedGroups, readManagedGroups } from './managedGroups.ts';
import { readPrivileges } from './privileged.ts';
import { DirectoryProblem } from './problems.ts';

/** Users, computers and managed accounts are all users by class. */
const OBJECTS = '(objectClass=user)';
/** Containers whose new name or place changes the names of what is in them, but not its change number. */
const CONTAINERS = '(|(objectClass=organizationalUnit)(objectClass=container))';
/** Deleted entries are also found, as far as the account that signs in may see them. */
const SHOW_DELETED = '1.2.840.113556.1.4.417';

/** Position in a controller's changes. Each controller numbers its own, so another or a restored one is read from the beginning. */
export interface ReadPosition {
  readonly invocation_id: string;
  readonly usn: string;
}

/** The directory to read. */
export interface ReadOrder extends Target {
  readonly base: string | null;
  readonly filter: string | null;
  /** Position of the last good state; null: read everything. */
  readonly position: ReadPosition | null;
  readonly bounds: ReadBounds;
}

export interface ReadBounds {
  readonly entries: number;
  readonly bytes: number;
}

/** Entries of one sync: all of them, or those that changed since the position. */
export interface ReadResult {
  readonly isFull: boolean;
  readonly position: ReadPosition | null;
  /** DNS name of the domain. */
  readonly domain: string;
  readonly accounts: readonly AccountEntry[];
  readonly computers: readonly ComputerEntry[];
  /** Identifiers of changed entries that are deleted, or no longer below the base or in the filter. */
  readonly removed: readonly string[];
  /** Privileged groups of every account that is in one, by the account's identifier. */
  readonly privileges: readonly (readonly [string, readonly string[]])[];
}

/**
 * Reads a directory, and changes nothing in it.
 * @throws DirectoryProblem
 */
export async function readDirectory(order: ReadOrder, reach?: Reach): Promise<ReadResult> {
  const { bounds } = order;
  await using connection = await connectDirectory(order, { bytes: bounds.bytes, reach });
  const server = await readServer(connection);
  const base = order.base ?? server.root;
  const filter = order.filter === null ? OBJECTS : `(&${OBJECTS}${order.filter})`;
  const since = usableSince(order.position, server);
  const changed = since === null ? null : `(uSNChanged>=${since})`;
  const isFull = changed === null || (await hasAny(connection, server.root, `(&${CONTAINERS}${changed})`));

  const groups = await readManagedGroups(connection, server.root);
  const wanted = isFull ? filter : `(&${filter}${changed})`;
  const objects = await readObjects(connection, base, wanted, { bounds, groups });
  const removed: string[] = [];
  if (!isFull) {
    const kept = new Set([...objects.accounts, ...objects.computers].map(({ object_guid }) => object_guid));
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
  if (isFull && objects.accounts.length === 0)
    throw new DirectoryProblem(
      'The search found no account: check the base, the filter and the rights of the account that signs in.',
    );
  const privileges = await readPrivileges(connection, server.root, server.sid, bounds.entries);
  return {
    isFull,
    position: server.position,
    domain: server.domain,
    ...objects,
    removed,
    privileges: [...privileges],
  };
}

interface Server {
  /** Distinguished name of the domain. */
  readonly root: string;
  readonly domain: string;
  readonly sid: string;
  readonly position: ReadPosition | null;
}

/** @throws DirectoryProblem when it is no controller of a domain */
async function readServer(connection: Connection): Promise<Server> {
  const noController = () => new DirectoryProblem('The server is no domain controller of Active Directory.');
  const about = await connection.read('', ['defaultNamingContext', 'dsServiceName', 'highestCommittedUSN']);
  const root = about && textOf(about, 'defaultNamingContext');
  if (!about || !root) throw noController();
  const sid = sidOf(bytesOf((await connection.read(root, ['objectSid'])) ?? about, 'objectSid'));
  if (sid === null) throw noController();
  const service = textOf(about, 'dsServiceName');
  const itself = service === null ? undefined : await connection.read(service, ['invocationId']);
  const invocation_id = itself === undefined ? null : guidOf(bytesOf(itself, 'invocationId'));
  const usn = textOf(about, 'highestCommittedUSN');
  const isKnown = invocation_id !== null && usn !== null && /^[0-9]{1,19}$/.test(usn);
  return {
    root,
    domain: domainOf(root),
    sid,
    position: isKnown ? { invocation_id, usn } : null,
  };
}

/** `DC=corp,DC=example` becomes `corp.example`. */
const domainOf = (root: string): string =>
  [...root.matchAll(/DC=([^,]{1,63})/gi)].map(([, label]) => label!.toLowerCase()).join('.');

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

/** @throws DirectoryProblem for more entries than permitted */
async function readObjects(
  connection: Connection,
  base: string,
  filter: string,
  { bounds, groups }: { bounds: ReadBounds; groups: ManagedGroups },
): Promise<Pick<ReadResult, 'accounts' | 'computers'>> {
  const accounts = new Map<string, AccountEntry>();
  const computers = new Map<string, ComputerEntry>();
  let entries = 0;
  for await (const entry of connection.search(base, { filter, attributes: ATTRIBUTES })) {
    entries += 1;
    if (entries > bounds.entries) throw tooMany(bounds);
    const found = objectOf(entry, groups);
    if (found === undefined) continue;
    if ('account' in found) accounts.set(found.account.object_guid, found.account);
    else computers.set(found.computer.object_guid, found.computer);
  }
  return { accounts: [...accounts.values()], computers: [...computers.values()] };
}

const tooMany = ({ entries }: ReadBounds) =>
  new DirectoryProblem(
    `The search found more than ${entries.toLocaleString('en')} entries. Narrow the base or the filter.`,
  );

/** The bounds of a sync. */
export const BOUNDS: ReadBounds = { entries: limits.directories.entries, bytes: limits.directories.bytes };
