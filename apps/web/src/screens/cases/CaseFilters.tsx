import { FindBox, SegmentedControl } from '@scout/ui';
import { usePageActions } from '../../shell/pageActions.ts';
import type { CaseListFilter, CaseView, Holder } from './filter.ts';

const views: readonly { value: CaseView; label: string }[] = [
  { value: 'active', label: 'To do' },
  { value: 'closed', label: 'Closed' },
  { value: 'excused', label: 'Excused' },
  { value: 'all', label: 'All' },
];

const holders: readonly { value: Holder; label: string }[] = [
  { value: 'anyone', label: 'Anyone' },
  { value: 'me', label: 'Assigned to me' },
  { value: 'none', label: 'Unassigned' },
];

interface CaseFiltersProps {
  filter: CaseListFilter;
  onChange: (change: Partial<CaseListFilter>) => void;
}

/** Narrows the list by status, and by parts of names. */
export function CaseFilters({ filter, onChange }: CaseFiltersProps) {
  usePageActions([
    ...views.map(({ value, label }) => ({
      label: `Show cases: ${label}`,
      access: 'subscriber' as const,
      run: () => onChange({ status: value }),
    })),
    ...holders.map(({ value, label }) => ({
      label: `Show cases: ${label}`,
      access: 'subscriber' as const,
      run: () => onChange({ assignee: value }),
    })),
  ]);
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:w-full">
      <SegmentedControl
        label="Status"
        segments={views}
        value={filter.status}
        onValueChange={(status) => onChange({ status })}
      />
      <div className="w-72 max-md:w-auto max-md:grow">
        <FindBox
          label="Search cases"
          placeholder="Account, person, host or server"
          find={filter.text}
          onFind={(text) => onChange({ text })}
        />
      </div>
    </div>
  );
}
