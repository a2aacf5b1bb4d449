import type { Connection } from './connection.ts';
import { cleanText, firstNameOf, plainDn, textOf } from './entry.ts';

/** Groups with a manager; further ones propose no owner. */
const GROUPS_MAX = 5_000;

/** A group and who manages it. */
export interface ManagedGroup {
  readonly name: string;
  readonly managed_by: string;
}

/** Groups with a manager by their distinguished names in lower case, as values of memberOf name them. */
export type ManagedGroups = ReadonlyMap<string, ManagedGroup>;

/** The first groups that name their manager. */
export async function readManagedGroups(connection: Connection, root: string): Promise<ManagedGroups> {
  const groups = new Map<string, ManagedGroup>();
  const search = {
    filter: '(&(objectClass=group)(managedBy=*))',
    attributes: ['sAMAccountName', 'managedBy'],
  };
  for await (const entry of connection.search(root, search)) {
    const name = textOf(entry, 'sAMAccountName');
    const manager = textOf(entry, 'managedBy');
    const managed_by = manager === null ? null : firstNameOf(plainDn(manager));
    if (name === null || managed_by === null) continue;
    groups.set(entry.dn.toLowerCase(), { name: cleanText(name), managed_by });
    if (groups.size >= GROUPS_MAX) break;
  }
  return groups;
}

/** The managed group of these, the first by name: any of several may know the account. */
export function firstManaged(memberOf: readonly string[], groups: ManagedGroups): ManagedGroup | null {
  const found = memberOf.flatMap((dn) => groups.get(plainDn(dn).toLowerCase()) ?? []);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))[0] ?? null;
}
