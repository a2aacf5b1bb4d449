import { findingOf } from '@scout/detection/catalogue/findings';
import type { CaseRow } from './entities/case.ts';

/** First step, questions and places to check for this kind of case, depending on the known person and machines. */
export function caseAdvice({
  account,
  persons,
  person_level,
  sources,
  destinations,
  kind,
}: Pick<CaseRow, 'account' | 'persons' | 'person_level' | 'sources' | 'destinations' | 'kind'>): string[] {
  const [source] = sources;
  const [destination] = destinations;
  const first = findingOf(kind)?.advice;
  const lines = first === undefined ? [] : [first];
  const [person] = persons;
  if (person !== undefined && persons.length === 1 && person_level !== 'nobody') {
    lines.push(
      person_level === 'present'
        ? `Ask ${person}, without accusing: did you use ${account}, or see who did?`
        : `Ask ${person}: who gave you the password of ${account}, and for which task?`,
    );
  } else if (persons.length > 1) {
    lines.push(`Ask everybody who was signed in: who used ${account}, and for which task?`);
  }
  if (source !== undefined)
    lines.push(
      person_level === 'nobody'
        ? `Find out what ran on ${source} at that time, and who is responsible for that machine.`
        : `Look on ${source} for where the password is kept: scripts, saved connections, scheduled tasks.`,
    );
  if (kind.startsWith('refused'))
    lines.push(
      `Check whether the password of ${account} was changed shortly before, and where the old one is still used.`,
    );
  if (destination !== undefined)
    lines.push(`Check on ${destination} what ${account} did there, and what it may do.`);
  return lines;
}
