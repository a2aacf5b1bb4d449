import { limits } from '@scout/contract';
import { Select, TextInput } from '@scout/ui';
import { use, useState } from 'react';
import { OrganizationContext } from '../../session/organization.ts';
import { usePageActions } from '../../shell/pageActions.ts';
import {
  dayOf,
  daysProblem,
  oldestDay,
  type PresetRange,
  presets,
  type Range,
  startOfDay,
} from '../../view/range.ts';
import { useRange } from '../../view/useView.ts';

const custom = 'custom';
const options = [
  ...presets.map(({ value, label }) => ({ value, label })),
  { value: custom, label: 'Custom range' },
];

/** Selects the range of the page's figures. */
export function RangePicker() {
  const [range, setRange] = useRange();
  const isCustom = typeof range !== 'string';
  const choose = (value: string) => {
    if (value !== custom) return setRange(value as PresetRange);
    const now = Date.now();
    setRange({ from: dayOf(startOfDay(dayOf(now), -29)), to: dayOf(now) });
  };
  usePageActions(
    options.map(({ value, label }) => ({
      label: `Range: ${label}`,
      access: 'member',
      run: () => choose(value),
    })),
  );
  return (
    <div className="flex flex-wrap items-start gap-2 max-sm:order-2">
      {isCustom && <Days key={`${range.from} ${range.to}`} range={range} onChange={setRange} />}
      <div className="w-36 sm:w-40">
        <Select
          compact
          label="Date range"
          options={options}
          value={isCustom ? custom : range}
          onValueChange={choose}
        />
      </div>
    </div>
  );
}

interface DaysProps {
  range: Exclude<Range, string>;
  onChange: (range: Range) => void;
}

/** From and to, inclusive; applied as soon as they are valid. */
function Days({ range, onChange }: DaysProps) {
  const [days, setDays] = useState(range);
  const keptDays = use(OrganizationContext)?.tenant.retention_days ?? limits.events.retentionDays;
  const now = Date.now();
  const problem = daysProblem(days, now, keptDays);
  const change = (part: Partial<typeof days>) => {
    const next = { ...days, ...part };
    setDays(next);
    if (daysProblem(next, now, keptDays) === undefined) onChange(next);
  };
  const field = (label: 'From' | 'To', key: 'from' | 'to') => (
    <span className="w-36">
      <TextInput
        type="date"
        mono
        compact
        aria-label={label}
        aria-invalid={problem !== undefined}
        value={days[key]}
        min={key === 'to' ? days.from : oldestDay(now, keptDays)}
        max={key === 'from' ? days.to || dayOf(now) : dayOf(now)}
        onChange={(event) => change({ [key]: event.target.value })}
      />
    </span>
  );
  return (
    <div className="flex flex-col gap-1">
      <span className="flex items-center gap-2">
        {field('From', 'from')}
        <span aria-hidden="true" className="text-content-faint">
          –
        </span>
        {field('To', 'to')}
      </span>
      {problem !== undefined && (
        <p role="alert" className="text-label text-fault">
          {problem}
        </p>
      )}
    </div>
  );
}
