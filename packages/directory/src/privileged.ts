import type { Connection } from './connection.ts';
import { bytesOf, cleanText, type DirectoryEntry, escaped, sidOf, textOf, textsOf } from './entry.ts';
import { DirectoryProblem } from './problems.ts';

/** Groups whose members control a domain, by the last part of their identifier in the domain, and by their whole identifier. */
const IN_DOMAIN = [512, 518, 519, 520, 526, 527];
const BUILT_IN = [544, 548, 549, 550, 551].map((id) => `S-1-5-32-${id}`);
/** Groups below them. */
const GROUPS_MAX = 5_000;

/** The privileged groups of an account, by its identifier, nested ones resolved: each by the name of the privileged group. */
export type Privileges = ReadonlyMap<string, readonly string[]>;

interface Group {
  readonly dn: string;
  readonly sid: string;
}

/** @throws DirectoryProblem when there are more groups or members than Scout reads */
export async function readPrivileges(
  connection: Connection,
  root: string,
  domainSid: string,
  membersMax: number,
): Promise<Privileges> {
  const wanted = [...IN_DOMAIN.map((id) => `${domainSid}-${id}`), ...BUILT_IN];
  const found: (Group & { readonly name: string })[] = [];
  const filter = `(|${wanted.map((sid) => `(objectSid=${sid})`).join('')}(&(objectClass=group)(sAMAccountName=DnsAdmins)))`;
  const attributes = ['objectSid', 'sAMAccountName'];
  for await (const entry of connection.search(root, { filter, attributes })) {
    const group = groupOf(entry);
    const name = textOf(entry, 'sAMAccountName');
    if (group !== undefined && name !== null) found.push({ ...group, name });
  }
  const known = new Map<string, Members>();
  const privileges = new Map<string, Set<string>>();
  let members = 0;
  for (const { name, ...group } of found) {
    const pending: Group[] = [group];
    const visited = new Set([group.sid]);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      let direct = known.get(next.sid);
      if (direct === undefined) {
        if (known.size >= GROUPS_MAX)
          throw new DirectoryProblem(`More than ${GROUPS_MAX} groups are nested in privileged ones.`);
        direct = await readMembers(connection, root, next, domainSid);
        known.set(next.sid, direct);
        members += direct.accounts.length;
        if (members > membersMax)
          throw new DirectoryProblem('The privileged groups have more members than Scout reads.');
      }
      for (const sid of direct.accounts) {
        const groups = privileges.get(sid) ?? new Set();
        privileges.set(sid, groups.add(cleanText(name)));
      }
      for (const nested of direct.groups) {
        if (visited.has(nested.sid)) continue;
        visited.add(nested.sid);
        pending.push(nested);
      }
    }
  }
  return new Map([...privileges].map(([sid, names]) => [sid, [...names].sort()]));
}

interface Members {
  readonly accounts: readonly string[];
  readonly groups: readonly Group[];
}

/** Direct members, those of a primary group included; asking for members instead of the group's list avoids its ranges. */
async function readMembers(
  connection: Connection,
  root: string,
  { dn, sid }: Group,
  domainSid: string,
): Promise<Members> {
  const accounts: string[] = [];
  const groups: Group[] = [];
  const primary = sid.startsWith(`${domainSid}-`)
    ? `(primaryGroupID=${sid.slice(domainSid.length + 1)})`
    : '';
  const filter = `(|(memberOf=${escaped(dn)})${primary})`;
  for await (const entry of connection.search(root, { filter, attributes: ['objectSid', 'objectClass'] })) {
    const member = groupOf(entry);
    if (member === undefined) continue;
    if (textsOf(entry, 'objectClass').some((each) => each.toLowerCase() === 'group')) groups.push(member);
    else accounts.push(member.sid);
  }
  return { accounts, groups };
}

function groupOf(entry: DirectoryEntry): Group | undefined {
  const sid = sidOf(bytesOf(entry, 'objectSid'));
  return sid === null ? undefined : { dn: entry.dn, sid };
}
