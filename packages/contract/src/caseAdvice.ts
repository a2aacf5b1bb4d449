import { findingOf } from '@scout/detection/catalogue/findings';
import { isOnlyRefused, machineText } from './caseWords.ts';
import type { CaseRow } from './entities/case.ts';

/** Kinds of refusals that a changed password may explain. */
const OF_PASSWORD = new Set(['refused-old-password', 'refused-unknown', 'refused-from-new-source']);

/** First step, questions and places to check for this kind of case, depending on the known person and machines. */
export function caseAdvice({
  account,
  other_accounts,
  persons,
  person_level,
  sources,
  destinations,
  kind,
}: Pick<
  CaseRow,
  'account' | 'other_accounts' | 'persons' | 'person_level' | 'sources' | 'destinations' | 'kind'
>): string[] {
  const [source] = sources.map(machineText);
  const [destination] = destinations.map(machineText);
  const isRefused = isOnlyRefused(kind);
  const used = other_accounts.length === 0 ? account : 'these accounts';
  const first = findingOf(kind)?.advice;
  const lines = first === undefined ? [] : [first];
  if (kind === 'decoy-touched')
    return [
      ...lines,
      ...persons.map((person) => `Ask ${person}: what were you looking for, and on which machine?`),
    ];
  if (kind === 'posture-worse') return lines;
  if (kind === 'roasting') return [...lines, ...adviceOnRoasting(persons, source)];
  const [person] = persons;
  if (person !== undefined && persons.length === 1 && person_level !== 'nobody') {
    lines.push(
      person_level === 'present'
        ? `Ask ${person}, without accusing: did you ${isRefused ? 'try' : 'use'} ${used}, or see who did?`
        : `Ask ${person}: who gave you the password of ${used}, and for which task?`,
    );
  } else if (persons.length > 1) {
    lines.push(
      `Ask everyone who was signed in: who ${isRefused ? 'tried' : 'used'} ${used}, and for which task?`,
    );
  }
  if (source !== undefined)
    lines.push(
      person_level === 'nobody'
        ? `Find out what ran on ${source} at that time, and who is responsible for that machine.`
        : `Look on ${source} for the stored password: scripts, saved connections, scheduled tasks.`,
    );
  if (OF_PASSWORD.has(kind))
    lines.push(
      `Check whether the password of ${account} was changed shortly before, and where the old one is still used.`,
    );
  if (destination !== undefined && !isRefused)
    lines.push(`Check on ${destination} what ${account} did there, and which rights it has.`);
  return lines;
}

/** Whoever requests tickets has no password of the accounts yet. */
function adviceOnRoasting(persons: readonly string[], source: string | undefined): string[] {
  const questions = persons.map(
    (person) => `Ask ${person}: which program requested these tickets, and for which task?`,
  );
  return source === undefined
    ? questions
    : [
        ...questions,
        `Find out what ran on ${source} at that time: the programs started there, and who was signed in.`,
      ];
}
