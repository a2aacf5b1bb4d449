import {
  type AccountFault,
  type AccountOrigin,
  type AccountPosture,
  type AccountUse,
  type ContractStanding,
  type AccountFacets as Counts,
  postureTitles,
} from '@scout/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Facets } from '../lists/Facets.tsx';
import type { AccountFilter } from './filter.ts';
import { contractTitles, faultTitles, originTitles, useTitles } from './words.ts';

interface AccountFacetsProps {
  filter: AccountFilter;
  facets: UseQueryResult<Counts>;
  onChange: (change: Partial<AccountFilter>) => void;
}

/** Counts of accounts by what is wrong with them, use, cases, contract, owner and origin; a press on one narrows the register to it. */
export function AccountFacets({ filter, facets, onChange }: AccountFacetsProps) {
  const {
    fault = [],
    use = [],
    posture = [],
    cases = [],
    contract = [],
    owner = [],
    known_by = [],
  } = facets.data ?? {};
  return (
    <Facets
      stale={facets.isPlaceholderData}
      groups={[
        {
          title: 'Needs attention',
          values: fault,
          words: (value) => faultTitles[value as AccountFault],
          chosen: filter.fault,
          onChoose: (value) => onChange({ fault: value as AccountFault | null }),
        },
        {
          title: 'Posture',
          values: posture,
          words: (value) => postureTitles[value as AccountPosture],
          chosen: filter.posture,
          onChoose: (value) => onChange({ posture: value as AccountPosture | null }),
        },
        {
          title: 'Use',
          values: use,
          words: (value) => useTitles[value as AccountUse],
          chosen: filter.use,
          onChoose: (value) => onChange({ use: value as AccountUse | null }),
        },
        {
          title: 'Cases',
          values: cases,
          words: (value) => (value === 'open' ? 'Open cases' : 'No open case'),
          chosen: filter.cases,
          onChoose: (value) => onChange({ cases: value as AccountFilter['cases'] }),
        },
        {
          title: 'Contract',
          values: contract,
          words: (value) => contractTitles[value as ContractStanding],
          chosen: filter.contract,
          onChoose: (value) => onChange({ contract: value as ContractStanding | null }),
        },
        {
          title: 'Owner',
          values: owner,
          words: (value) => value,
          chosen: filter.owner,
          onChoose: (value) => onChange({ owner: value }),
        },
        {
          title: 'Known by',
          values: known_by,
          words: (value) => originTitles[value as AccountOrigin],
          chosen: filter.known_by,
          onChoose: (value) => onChange({ known_by: value as AccountOrigin | null }),
        },
      ]}
    />
  );
}
