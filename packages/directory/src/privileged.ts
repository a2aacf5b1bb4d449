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

/** A domain, by its distinguished name and identifier. */
export interface Domain {
  readonly dn: string;
  readonly sid: string;
}

interface Group {
  readonly dn: string;
  readonly sid: string;
}

/**
 * @param root the domain, or nothing in a global catalog, which does not have the members of every group of other domains
 * @throws DirectoryProblem when there are more groups or members than Scout reads
 */
export async function readPrivileges(
  connection: Connection,
  root: string,
  domains: readonly Domain[],
  membersMax: number,
): Promise<Privileges> {
  const wanted = [...domains.flatMap(({ sid }) => IN_DOMAIN.map((id) => `${sid}-${id}`)), ...BUILT_IN];
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
    const visited = new Set([group.dn]);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      let direct = known.get(next.dn);
      if (direct === undefined) {
        if (known.size >= GROUPS_MAX)
          throw new DirectoryProblem(`More than ${GROUPS_MAX} groups are nested in privileged ones.`);
        direct = await readMembers(connection, root, next, domains);
        known.set(next.dn, direct);
        members += direct.accounts.length;
        if (members > membersMax)
          throw new DirectoryProblem('The privileged groups have more members than Scout reads.');
      }
      for (const sid of direct.accounts) {
        const groups = privileges.get(sid) ?? new Set();
        privileges.set(sid, groups.add(cleanText(name)));
      }
      for (const nested of direct.groups) {
        if (visited.has(nested.dn)) continue;
        visited.add(nested.dn);
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
  domains: readonly Domain[],
): Promise<Members> {
  const accounts: string[] = [];
  const groups: Group[] = [];
  const memberOf = `(memberOf=${escaped(dn)})`;
  const domain = domains.find((each) => sid.startsWith(`${each.sid}-`));
  const primary = domain && `(primaryGroupID=${sid.slice(domain.sid.length + 1)})`;
  const searches =
    domain === undefined
      ? [[root, memberOf]]
      : domain.dn === root
        ? [[root, `(|${memberOf}${primary})`]]
        : // Another domain has a group of the same number.
          [
            [root, memberOf],
            [domain.dn, primary],
          ];
  for (const [base = '', filter = ''] of searches)
    for await (const entry of connection.search(base, { filter, attributes: ['objectSid', 'objectClass'] })) {
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
