import type { ServiceAccountActivityFigures } from '@scout/contract';
import { keyOf } from '@scout/detection';

type LogRow = ServiceAccountActivityFigures['log'][number];

/** Persons that a bar names. */
const NAMED = 2;

/**
 * The persons behind each service account or workstation, those with most incidents first: 'm.keller, o.lang and 2 more'. They are those of
 * the log.
 */
export function personsBy(
  of: 'serviceAccount' | 'computer',
  log: readonly LogRow[],
): (name: string) => string | undefined {
  const byName = new Map<string, Map<string, { name: string; count: number }>>();
  for (const row of log) {
    const name = row[of];
    if (name === null || row.subjectUser === null) continue;
    const persons = byName.get(keyOf(name)) ?? new Map<string, { name: string; count: number }>();
    byName.set(keyOf(name), persons);
    const person = persons.get(keyOf(row.subjectUser)) ?? { name: row.subjectUser, count: 0 };
    person.count += 1;
    persons.set(keyOf(row.subjectUser), person);
  }
  return (name) => {
    const persons = [...(byName.get(keyOf(name))?.values() ?? [])].toSorted((a, b) => b.count - a.count);
    if (persons.length === 0) return undefined;
    const named = persons
      .slice(0, NAMED)
      .map((person) => person.name)
      .join(', ');
    return persons.length > NAMED ? `${named} and ${persons.length - NAMED} more` : named;
  };
}
