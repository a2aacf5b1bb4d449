import { type CaseRow, type EvidenceLevel, levelTitles, PERSONAL_KINDS } from '@scout/contract';
import { keyOf } from '@scout/detection';
import { Mono } from '@scout/ui';
import { useMemo } from 'react';
import { visible } from '../../incidents/rawText.ts';
import { useActiveCases } from '../activeCases.ts';

interface SignIn {
  time: string;
  serviceAccount: string;
  workstation: string | null;
}

/** The person behind a sign-in, and the strength of the evidence. */
export interface Person {
  name: string;
  level: EvidenceLevel;
}
export type PersonOf = (row: SignIn) => Person | null;

/**
 * The person of an account's active case at a workstation, for sign-ins since the case began. Nobody where the case names several people
 * or none: the sign-in itself is logged by the machine.
 */
export function personsOf(cases: readonly CaseRow[]): PersonOf {
  const named = cases.filter(
    ({ kind, persons, person_level }) =>
      PERSONAL_KINDS.has(kind) && persons.length === 1 && person_level !== 'nobody',
  );
  return ({ time, serviceAccount, workstation }) => {
    if (workstation === null) return null;
    const found = named.find(
      ({ account, sources, first_seen }) =>
        keyOf(account) === keyOf(serviceAccount) &&
        sources.some((source) => keyOf(source) === keyOf(workstation)) &&
        Date.parse(time) >= Date.parse(first_seen),
    );
    return found === undefined ? null : { name: found.persons[0]!, level: found.person_level };
  };
}

/** The persons of the organization's active cases. */
export function usePersons(): PersonOf {
  const cases = useActiveCases();
  return useMemo(() => personsOf(cases ?? []), [cases]);
}

/** 'm.keller (present)'; empty without a person. */
export const personText = (of: Person | null): string =>
  of === null ? '' : `${of.name} (${levelTitles[of.level]})`;

/** A person with the evidence; an inferred one has a dashed underline. */
export function PersonOfRow({ of }: { of: Person | null }) {
  if (of === null) return <span className="text-content-faint">nobody seen</span>;
  const isCertain = of.level === 'acted' || of.level === 'same-session';
  return (
    <span className="flex min-w-0 items-baseline gap-x-2">
      <span className={isCertain ? 'border-b' : 'border-b border-dashed border-stroke-strong'}>
        <Mono value={visible(of.name)} plain />
      </span>
      <span className="font-sans text-label text-content-muted">{levelTitles[of.level]}</span>
    </span>
  );
}
