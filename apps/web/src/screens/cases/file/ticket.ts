import { caseSentence } from '@scout/cases/report/statement';
import {
  accountsText,
  type CaseFile,
  caseAdvice,
  caseNumberText,
  isOngoing,
  kindTitle,
  lastSeenOf,
  levelTitles,
  reasonTitle,
  standingOf,
} from '@scout/contract';
import { visible } from '../../incidents/rawText.ts';
import { hostText } from './names.ts';

/**
 * A case as it is now, as plain text for another system's ticket; times are in UTC, and `address` is the URL of the case. Names may be chosen by an attacker: one
 * line each, without deceptive characters.
 */
export function ticketText(file: CaseFile, address: string, now: number): string {
  const { number, account, other_accounts, severity, kind, persons, person_level, sources, destinations } =
    file;
  const list = (names: readonly string[], none: string) => (names.length === 0 ? none : names.join(', '));
  const people =
    persons.length === 0 ? 'nobody seen' : `${persons.join(', ')} (${levelTitles[person_level]})`;
  const lines = [
    `${caseNumberText(number)} · ${severity} · ${accountsText(file)}: ${kindTitle(kind)}`,
    ...(isOngoing(file, now) ? [`Ongoing: last event ${lastSeenOf(file)}`] : []),
    caseSentence(file, 'UTC'),
    `Status: ${standingOf(file)}, ${file.assignee ?? 'unassigned'}`,
    `First seen: ${file.first_seen}`,
    `Last seen: ${lastSeenOf(file)}`,
    ...(other_accounts.length === 0 ? [] : [`Accounts: ${[account, ...other_accounts].join(', ')}`]),
    `Person: ${people}`,
    `Source: ${list(sources.map(hostText), 'not named')}`,
    `Server: ${list(destinations.map(hostText), 'not named')}`,
    'Why:',
    ...file.reasons.map((reason) => `- ${reasonTitle(reason)}`),
    'Do next:',
    ...caseAdvice(file).map((line) => `- ${line}`),
    address,
  ];
  return lines.map((line) => visible(line.replaceAll(/\s+/g, ' '))).join('\n');
}
