import { FINDINGS, findingOf } from '@scout/detection/catalogue/findings';
import { hostInCapitals } from '@scout/detection/names';
import type { CaseClosing, CaseReason, CaseRow, CaseStatus, EvidenceLevel } from './entities/case.ts';

/** Short title of a case's most severe finding. Unknown kinds are spelled out. */
export function kindTitle(kind: string): string {
  const words = kind.replaceAll('-', ' ');
  return findingOf(kind)?.title ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Titles of known kinds. */
export const kindTitles: readonly (readonly [kind: string, title: string])[] = Object.entries(FINDINGS).map(
  ([kind, { title }]) => [kind, title],
);

const facets: Readonly<Record<string, string>> = {
  kind: 'First logon of this kind by the account',
  source: 'First time from this machine',
  destination: 'First time on this machine',
  path: 'First time between these two known machines',
  program: 'First run of this program by the account',
  use: 'First use of the account by this person',
  hour: 'Far from its usual hours',
  weekday: 'A day of the week on which it was never active',
  silence: 'Active again after a long silence',
  presence: 'A person was signed in at the source',
  success: 'Let in after refusals',
  schedule: 'At an hour when it is rarely active',
  refusals: 'Many refusals of one kind',
  spraying: 'Many accounts refused from one machine',
  decoy: 'Nothing uses a decoy',
  posture: 'A directory shows a weakness that it did not show before',
  roasting: 'Tickets of many service accounts requested',
};

/** Parts of an activity that the account's contract does not permit. */
const breaches: Readonly<Record<string, string>> = {
  source: 'Its contract does not permit this source',
  destination: 'Its contract does not permit this server',
  kind: 'Its contract does not permit this kind of logon',
  hour: 'Its contract does not permit this hour',
};

/** One reason of a case as a sentence without a period. */
export function reasonTitle({ facet, class: klass }: CaseReason): string {
  if (facet === 'kind' && klass.startsWith('change:')) return 'First change of this kind by the account';
  const titles = klass === 'outside-contract' ? breaches : facets;
  return (Object.hasOwn(titles, facet) ? titles[facet] : undefined) ?? kindTitle(facet);
}

/** A machine's name in sentences. */
export const machineText = hostInCapitals;

/** Display form of a case number. */
export const caseNumberText = (number: number): string => `C-${number}`;

export const statusTitles: Readonly<Record<CaseStatus, string>> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  closed: 'Closed',
};

export const closingTitles: Readonly<Record<CaseClosing, string>> = {
  misuse: 'Misuse',
  expected: 'Expected use',
  false: 'False alarm',
};

/** Open, acknowledged, excused by exceptions, or the outcome of a closed case. */
export const standingOf = ({
  status,
  closed_as,
  excused,
}: Pick<CaseRow, 'status' | 'closed_as' | 'excused'>): string =>
  closed_as !== null
    ? `${statusTitles[status]}: ${closingTitles[closed_as].toLowerCase()}`
    : excused
      ? 'Excused'
      : statusTitles[status];

/** True of a kind whose events are all refusals: nobody was let in. */
export const isOnlyRefused = (kind: string): boolean =>
  kind === 'spraying' || (kind.startsWith('refused-') && kind !== 'refused-then-successful');

/** The accounts of a case in short form: its own, and the number of others. */
export const accountsText = ({
  account,
  other_accounts,
}: Pick<CaseRow, 'account' | 'other_accounts'>): string =>
  other_accounts.length === 0 ? account : `${account} and ${other_accounts.length} more`;

interface Attributed {
  persons: readonly string[];
  person_level: EvidenceLevel;
}

/** The person of a case in short form; names nobody when several were present. */
export function personText({ persons, person_level }: Attributed): string {
  const [first] = persons;
  if (person_level === 'nobody' || first === undefined) return 'nobody seen';
  return persons.length === 1 ? first : `${persons.length} people`;
}

/** Strength of the evidence for a person, as a word beside the name. */
export const levelTitles: Readonly<Record<EvidenceLevel, string>> = {
  acted: 'acted',
  'same-session': 'same session',
  present: 'present',
  nobody: 'nobody seen',
};

/** Meaning of a level of evidence, as a sentence. */
export function levelText({ persons, person_level }: Attributed): string {
  switch (person_level) {
    case 'acted':
      return 'An event names this person as the one who used the account.';
    case 'same-session':
      return 'The logon leads back to a session of this person.';
    case 'present':
      return persons.length === 1
        ? 'The only person signed in at the source at that time. This is an inference: no event names them.'
        : 'All of them were signed in at the source at that time. This is an inference: no event names any of them.';
    case 'nobody':
      return 'No event names a person, and nobody was seen signed in at the source.';
  }
}
