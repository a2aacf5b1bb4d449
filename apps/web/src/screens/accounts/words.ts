import type { AccountFault, AccountOrigin, ContractStanding, ServiceAccount } from '@scout/contract';

/** Short words for an account's faults, for a table. */
export const faultTitles: Readonly<Record<AccountFault, string>> = {
  unused: 'Unused',
  unowned: 'No owner',
  shared: 'Shared by people',
  unwatched: 'Hosts without an agent',
};

/** The health of an account in one line: `No owner, No agent on 3 of 14 hosts`; OK without a fault. */
export function healthOf({
  faults,
  hosts,
  hosts_watched,
}: Pick<ServiceAccount, 'faults' | 'hosts' | 'hosts_watched'>): string {
  if (faults.length === 0) return 'OK';
  const words = faults.map((fault) =>
    fault === 'unwatched'
      ? `No agent on ${hosts - hosts_watched} of ${hosts} ${hosts === 1 ? 'host' : 'hosts'}`
      : faultTitles[fault],
  );
  return words.join(', ');
}

/** Meaning of a fault, and its remedy. */
export const faultTexts: Readonly<Record<AccountFault, string>> = {
  unused: 'It was not seen for 90 days. Ask its owner whether it can be disabled.',
  unowned: 'It has no owner. Enter who is responsible for it.',
  shared:
    'Several people used it in the last 30 days. A shared password cannot be traced to a person: change it.',
  unwatched:
    'It uses machines without an agent. What it does there is seen only from the other side, or not at all.',
};

/** Evidence by which Scout recognized the account. */
export const originTexts: Readonly<Record<AccountOrigin, string>> = {
  name: 'Known by its name',
  list: 'Known from your list',
  behaviour: 'Known by what it does',
};

/** The origins in a word or two, for a list of them. */
export const originTitles: Readonly<Record<AccountOrigin, string>> = {
  name: 'Its name',
  list: 'Your list',
  behaviour: 'What it does',
};

/** The standing of an account's contract. */
export const contractTitles: Readonly<Record<ContractStanding, string>> = {
  approved: 'In force',
  draft: 'Draft',
  none: 'None',
};
