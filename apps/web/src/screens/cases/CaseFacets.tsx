import { type CaseSeverity, type CaseFacets as Counts, caseSeverities, kindTitle } from '@scout/contract';
import { keyOf, stripAccount } from '@scout/detection';
import type { UseQueryResult } from '@tanstack/react-query';
import { useOrganization } from '../../session/organization.ts';
import { Facets } from '../lists/Facets.tsx';
import type { CaseListFilter } from './filter.ts';

interface CaseFacetsProps {
  filter: CaseListFilter;
  facets: UseQueryResult<Counts>;
  onChange: (change: Partial<CaseListFilter>) => void;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const rank = (severity: string) => caseSeverities.indexOf(severity as CaseSeverity);

/** Counts of cases by severity, kind, account and assignee; a press on one narrows the list to it. */
export function CaseFacets({ filter, facets, onChange }: CaseFacetsProps) {
  const { user } = useOrganization();
  const { severity = [], kind = [], account = [], assignee = [] } = facets.data ?? {};
  const chosenAccount =
    account.find(({ value }) => keyOf(stripAccount(value)) === keyOf(stripAccount(filter.account)))?.value ??
    filter.account;
  return (
    <Facets
      stale={facets.isPlaceholderData}
      groups={[
        {
          title: 'Severity',
          values: severity.toSorted((a, b) => rank(a.value) - rank(b.value)),
          words: capital,
          chosen: filter.severity === 'any' ? null : filter.severity,
          onChoose: (value) => onChange({ severity: (value as CaseSeverity | null) ?? 'any' }),
        },
        {
          title: 'What happened',
          values: kind,
          words: kindTitle,
          chosen: filter.kind || null,
          onChoose: (value) => onChange({ kind: value ?? '' }),
        },
        {
          title: 'Account',
          values: account,
          chosen: chosenAccount || null,
          onChoose: (value) => onChange({ account: value ?? '' }),
        },
        {
          title: 'Assigned to',
          values: assignee,
          words: (value) =>
            value === 'none' ? 'Unassigned' : value === user.email ? `Me (${value})` : value,
          chosen:
            filter.assignee === 'anyone' ? null : filter.assignee === 'me' ? user.email : filter.assignee,
          onChoose: (value) =>
            onChange({ assignee: value === null ? 'anyone' : value === user.email ? 'me' : value }),
        },
      ]}
    />
  );
}
