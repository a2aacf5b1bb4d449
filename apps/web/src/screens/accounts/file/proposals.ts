import { type DirectoryAccount, limits } from '@scout/contract';

/** A value that a directory suggests, and where it has it from. */
export interface Proposal {
  readonly text: string;
  readonly source: string;
}

export interface Proposals {
  readonly owner: Proposal | null;
  readonly purpose: Proposal | null;
}

type Given = Pick<DirectoryAccount, 'directory' | 'dn' | 'managed_by' | 'group' | 'description' | 'spns'>;

/** Units that say what their accounts are, and not whose. */
const GENERIC = /^(?:managed |shared )?(?:service|system|technical)?[ -]?(?:accounts?|services?|users?)$/i;

/**
 * Owner and purpose as the directories suggest them: the manager before the unit, and that before the manager of a group; the description
 * before the services.
 */
export function proposalsOf(accounts: readonly Given[]): Proposals {
  const first = (of: (account: Given) => Proposal | null) =>
    accounts.map(of).find((proposal) => proposal !== null) ?? null;
  return {
    owner: first(managerOf) ?? first(unitOf) ?? first(groupManagerOf),
    purpose: first(descriptionOf) ?? first(servicesOf),
  };
}

const capped = (text: string | null | undefined, most: number): string | null =>
  text?.trim().slice(0, most).toWellFormed() || null;

function managerOf({ directory, managed_by }: Given): Proposal | null {
  const text = capped(managed_by, limits.accounts.ownerMax);
  return text === null ? null : { text, source: `its manager in ${directory}` };
}

/** The innermost unit with a name of its own. */
function unitOf({ directory, dn }: Given): Proposal | null {
  const units = [...dn.matchAll(/(?:^|,)OU=((?:\\.|[^,\\])+)/gi)].map(([, name]) =>
    name!.replace(/\\([^0-9a-f])/gi, '$1').trim(),
  );
  const text = capped(
    units.find((name) => !GENERIC.test(name)),
    limits.accounts.ownerMax,
  );
  return text === null ? null : { text, source: `its unit in ${directory}` };
}

function groupManagerOf({ directory, group }: Given): Proposal | null {
  const text = capped(group?.managed_by, limits.accounts.ownerMax);
  return text === null ? null : { text, source: `the manager of its group ${group?.name} in ${directory}` };
}

function descriptionOf({ directory, description }: Given): Proposal | null {
  const text = capped(description, limits.accounts.purposeMax);
  return text === null ? null : { text, source: `its description in ${directory}` };
}

/** `MSSQLSvc/prd-sql01.corp.example:1433` becomes `MSSQLSvc on prd-sql01.corp.example`. */
function servicesOf({ directory, spns }: Given): Proposal | null {
  const services = spns.flatMap((spn) => {
    const [, service, host] = /^([^/]+)\/([^/:]+)/.exec(spn) ?? [];
    return service === undefined ? [] : [`${service} on ${host}`];
  });
  const text = capped([...new Set(services)].slice(0, 3).join(', '), limits.accounts.purposeMax);
  return text === null ? null : { text, source: `its services in ${directory}` };
}
