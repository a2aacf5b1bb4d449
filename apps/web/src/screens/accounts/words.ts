import type {
  AccountFault,
  AccountOrigin,
  AccountUse,
  ContractStanding,
  DirectoryAccount,
  ServiceAccount,
} from '@scout/contract';

/** Short words for an account's faults, for a table. */
export const faultTitles: Readonly<Record<AccountFault, string>> = {
  unused: 'Unused',
  unowned: 'No owner',
  shared: 'Shared by people',
  unwatched: 'Hosts without an agent',
};

/** The health of an account in one line: `No owner, no agent on 3 of 14 hosts`; OK without a fault. */
export function healthOf({
  faults,
  hosts,
  hosts_watched,
}: Pick<ServiceAccount, 'faults' | 'hosts' | 'hosts_watched'>): string {
  if (faults.length === 0) return 'OK';
  const words = faults
    .map((fault) =>
      fault === 'unwatched'
        ? `no agent on ${hosts - hosts_watched} of ${hosts} ${hosts === 1 ? 'host' : 'hosts'}`
        : faultTitles[fault].toLowerCase(),
    )
    .join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Meaning of a fault, and its remedy. */
export const faultTexts: Readonly<Record<AccountFault, string>> = {
  unused: 'Not seen for 90 days. Ask its owner whether it can be disabled.',
  unowned: 'No owner. Enter the person or team responsible for it.',
  shared:
    'Several people used it in the last 30 days. Use of a shared password cannot be traced to a person: change it.',
  unwatched: 'Some machines it uses have no agent: Scout sees that activity only partly.',
};

/** Evidence by which Scout recognized the account. */
export const originTexts: Readonly<Record<AccountOrigin, string>> = {
  name: 'Known by its name',
  list: 'Known from your list',
  behaviour: 'Known by its behavior',
  directory: 'Known from a directory',
};

/** The origins in a word or two, for a list of them. */
export const originTitles: Readonly<Record<AccountOrigin, string>> = {
  name: 'Its name',
  list: 'Your list',
  behaviour: 'Its behavior',
  directory: 'A directory',
};

/** The standing of an account's contract. */
export const contractTitles: Readonly<Record<ContractStanding, string>> = {
  approved: 'In force',
  draft: 'Draft',
  none: 'None',
};

/** Texts for the use of an account, in a list and in a table. */
export const useTitles: Readonly<Record<AccountUse, string>> = {
  seen: 'Seen in events',
  refused: 'Only refused',
  elsewhere: 'Where no agent looks',
  never: 'Never seen',
};

/** Meaning of a use that is not plain; null for an account that events show. */
export const useTexts: Readonly<Record<AccountUse, string | null>> = {
  seen: null,
  refused: 'Every event of the last 30 days is a refusal. Find what still tries it.',
  elsewhere:
    'A directory has a later sign-in than any event: it is used where no agent looks. Install agents where it works.',
  never: 'No event names it, and no directory has a recent sign-in that Scout missed.',
};

/** Kinds of accounts in a directory. */
export const directoryKinds: Readonly<Record<DirectoryAccount['kind'], string>> = {
  user: 'User account',
  msa: 'Managed service account',
  gmsa: 'Group managed service account',
  dmsa: 'Delegated managed service account',
  trust: 'Account of a trust',
};
