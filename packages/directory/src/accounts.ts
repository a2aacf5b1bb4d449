import type { DirectoryAccount } from '@scout/contract';
import type { DirectoryEntry } from './entry.ts';
import {
  bytesOf,
  fileTimeOf,
  firstNameOf,
  generalizedTimeOf,
  grantedTo,
  guidOf,
  numberOf,
  plainDn,
  sidOf,
  textOf,
  textsOf,
} from './entry.ts';
import { firstManaged, type ManagedGroups } from './managedGroups.ts';

/** Attributes of accounts and computers. None of them holds a password or a hash. */
export const ATTRIBUTES = [
  'objectClass',
  'objectGUID',
  'objectSid',
  'sAMAccountName',
  'userPrincipalName',
  'servicePrincipalName',
  'pwdLastSet',
  'lastLogonTimestamp',
  'userAccountControl',
  'msDS-SupportedEncryptionTypes',
  'msDS-GroupMSAMembership',
  'msDS-AllowedToDelegateTo',
  'msDS-AllowedToActOnBehalfOfOtherIdentity',
  'msDS-ManagedAccountPrecededByLink',
  'adminCount',
  'managedBy',
  'manager',
  'memberOf',
  'description',
  'whenCreated',
  'dNSHostName',
  'operatingSystem',
  'operatingSystemVersion',
] as const;

/**
 * Those that a global catalog has of every domain (isMemberOfPartialAttributeSet in Microsoft's schema). The others may have a value in the
 * account's own domain, so they are unknown and not asked for, also where an administrator added them to the catalog.
 */
export const CATALOG_ATTRIBUTES: readonly string[] = [
  'objectClass',
  'objectGUID',
  'objectSid',
  'sAMAccountName',
  'userPrincipalName',
  'servicePrincipalName',
  'lastLogonTimestamp',
  'userAccountControl',
  'manager',
  'description',
  'whenCreated',
  'dNSHostName',
] satisfies readonly (typeof ATTRIBUTES)[number][];

/** Flags of userAccountControl. */
const DISABLED = 0x2;
const TRUST = 0x800;
const CONTROLLER = 0x2000;
const NEVER_EXPIRES = 0x1_0000;
const TRUSTED_FOR_DELEGATION = 0x8_0000;
const NO_PREAUTHENTICATION = 0x40_0000;
const TRUSTED_TO_AUTHENTICATE = 0x100_0000;
const READ_ONLY_CONTROLLER = 0x400_0000;

/** `user`: an ordinary account; the others are managed by Windows, or of a trust between domains. */
export type AccountKind = DirectoryAccount['kind'];
export type ComputerRole = 'controller' | 'server' | 'workstation';
/** `any-protocol`: constrained, and also for people who signed in otherwise. */
export type Delegation = 'none' | 'unconstrained' | 'constrained' | 'any-protocol';

interface Common {
  readonly object_guid: string;
  readonly sid: string | null;
  readonly name: string;
  readonly dn: string;
  readonly spns: readonly string[];
  readonly password_set_at: string | null;
  readonly last_logon_at: string | null;
  readonly created_at: string | null;
  readonly is_enabled: boolean;
  readonly encryption_types: number | null;
  /** Null here and in what follows: unknown, because a global catalog does not say. */
  readonly delegation: Delegation | null;
  readonly delegates_to: readonly string[] | null;
  /** Identifiers of those that may act for others towards it. */
  readonly acted_for_by: readonly string[] | null;
  readonly managed_by: string | null;
  readonly description: string | null;
}

export interface AccountEntry extends Common {
  readonly kind: AccountKind;
  readonly upn: string | null;
  readonly password_never_expires: boolean;
  readonly without_preauthentication: boolean;
  readonly admin_count: boolean | null;
  /** Identifiers of those that may fetch its managed password. */
  readonly password_readers: readonly string[] | null;
  /** Distinguished name of the account that it replaced. */
  readonly replaced: string | null;
  /** A group of the account that names its manager, and the manager. */
  readonly group_name: string | null;
  readonly group_managed_by: string | null;
}

export interface ComputerEntry extends Common {
  readonly dns_name: string | null;
  readonly system: string | null;
  readonly system_version: string | null;
  readonly role: ComputerRole | null;
}

/** What is known beside an entry. */
interface ObjectOptions {
  /** Whether the entry has the attributes of a global catalog alone. */
  readonly isCatalog?: boolean;
  readonly groups?: ManagedGroups;
}

/** An account or a computer; undefined for an entry without identity. */
export function objectOf(
  entry: DirectoryEntry,
  { isCatalog = false, groups = new Map() }: ObjectOptions = {},
): { readonly account: AccountEntry } | { readonly computer: ComputerEntry } | undefined {
  const object_guid = guidOf(bytesOf(entry, 'objectGUID'));
  const name = textOf(entry, 'sAMAccountName');
  if (object_guid === null || name === null) return undefined;
  const flags = numberOf(entry, 'userAccountControl') ?? 0;
  const classes = new Set(textsOf(entry, 'objectClass').map((each) => each.toLowerCase()));
  // Users have a manager instead.
  const managedBy = textOf(entry, 'managedBy') ?? textOf(entry, 'manager');
  const known = <T>(value: T): T | null => (isCatalog ? null : value);
  const common: Common = {
    object_guid,
    sid: sidOf(bytesOf(entry, 'objectSid')),
    name,
    dn: entry.dn,
    spns: textsOf(entry, 'servicePrincipalName'),
    password_set_at: fileTimeOf(entry, 'pwdLastSet'),
    last_logon_at: fileTimeOf(entry, 'lastLogonTimestamp'),
    created_at: generalizedTimeOf(entry, 'whenCreated'),
    is_enabled: (flags & DISABLED) === 0,
    encryption_types: numberOf(entry, 'msDS-SupportedEncryptionTypes'),
    delegation: delegationOf(flags, entry, isCatalog),
    delegates_to: known(textsOf(entry, 'msDS-AllowedToDelegateTo')),
    acted_for_by: known(grantedTo(bytesOf(entry, 'msDS-AllowedToActOnBehalfOfOtherIdentity'))),
    managed_by: managedBy === null ? null : firstNameOf(plainDn(managedBy)),
    description: textOf(entry, 'description'),
  };
  const kind = kindOf(classes, flags);
  if (kind === 'computer') {
    const system = textOf(entry, 'operatingSystem');
    return {
      computer: {
        ...common,
        name: name.replace(/\$$/, ''),
        dns_name: textOf(entry, 'dNSHostName'),
        system,
        system_version: textOf(entry, 'operatingSystemVersion'),
        role: roleOf(flags, system, isCatalog),
      },
    };
  }
  const replaced = textOf(entry, 'msDS-ManagedAccountPrecededByLink');
  const group = firstManaged(textsOf(entry, 'memberOf'), groups);
  return {
    account: {
      ...common,
      kind,
      upn: textOf(entry, 'userPrincipalName'),
      password_never_expires: (flags & NEVER_EXPIRES) !== 0,
      without_preauthentication: (flags & NO_PREAUTHENTICATION) !== 0,
      admin_count: known(numberOf(entry, 'adminCount') === 1),
      password_readers: known(grantedTo(bytesOf(entry, 'msDS-GroupMSAMembership'))),
      replaced: replaced === null ? null : plainDn(replaced),
      group_name: group?.name ?? null,
      group_managed_by: group?.managed_by ?? null,
    },
  };
}

/** Managed accounts are computers by their class, so that they are told apart before. */
function kindOf(classes: ReadonlySet<string>, flags: number): AccountKind | 'computer' {
  if (classes.has('msds-delegatedmanagedserviceaccount')) return 'dmsa';
  if (classes.has('msds-groupmanagedserviceaccount')) return 'gmsa';
  if (classes.has('msds-managedserviceaccount')) return 'msa';
  if (classes.has('computer')) return 'computer';
  return (flags & TRUST) !== 0 ? 'trust' : 'user';
}

function delegationOf(flags: number, entry: DirectoryEntry, isCatalog: boolean): Delegation | null {
  if ((flags & TRUSTED_FOR_DELEGATION) !== 0) return 'unconstrained';
  if (isCatalog) return null;
  if (textsOf(entry, 'msDS-AllowedToDelegateTo').length === 0) return 'none';
  return (flags & TRUSTED_TO_AUTHENTICATE) === 0 ? 'constrained' : 'any-protocol';
}

function roleOf(flags: number, system: string | null, isCatalog: boolean): ComputerRole | null {
  if ((flags & (CONTROLLER | READ_ONLY_CONTROLLER)) !== 0) return 'controller';
  if (isCatalog) return null;
  if (system === null) return 'server';
  return /server|linux|samba|unix/i.test(system) ? 'server' : 'workstation';
}
