import { limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { Field, Panel, TextInput } from '@scout/ui';
import { useState } from 'react';
import { timeZone } from '../../../../events/clock.ts';
import { type DayRange, dayOf, defaultRange, rangeProblem, windowOf } from '../range.ts';
import { EvidenceButtons } from './EvidenceButtons.tsx';

/** Evidence of a period: interactive use of accounts, with person, reason and approval. */
export function EvidencePanel() {
  const [range, setRange] = useState<DayRange>(() => defaultRange(Date.now()));
  const today = dayOf(Date.now());
  const problem = rangeProblem(range, today) ?? lengthProblem(range);
  return (
    <Panel
      title="Evidence for auditors"
      description={`Days in ${timeZone}`}
      footnote="Entries form a hash chain. The PDF, the JSON file and the audit log show the same head, the last hash."
    >
      <div className="flex flex-col gap-4 pt-1">
        <p className="max-w-[80ch] text-body text-content-muted">
          Who used which service account interactively, when, why, approved by whom and until when.
        </p>
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div className="grid gap-4 sm:grid-cols-[11rem_11rem]">
            <Field label="First day" error={problem}>
              <TextInput
                type="date"
                mono
                value={range.from}
                max={range.to || today}
                onChange={(event) => setRange({ ...range, from: event.target.value })}
              />
            </Field>
            <Field label="Last day">
              <TextInput
                type="date"
                mono
                value={range.to}
                min={range.from}
                max={today}
                onChange={(event) => setRange({ ...range, to: event.target.value })}
              />
            </Field>
          </div>
          <div className="flex flex-wrap gap-2">
            <EvidenceButtons of={problem === undefined ? windowOf(range) : null} />
          </div>
        </div>
      </div>
    </Panel>
  );
}

function lengthProblem(range: DayRange): string | undefined {
  const { days } = limits.evidence;
  const { from, to } = windowOf(range);
  return Date.parse(to) - Date.parse(from) > days * DAY ? `At most ${days} days.` : undefined;
}
