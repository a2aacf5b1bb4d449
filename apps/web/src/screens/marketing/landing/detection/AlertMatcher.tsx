import { matchesAlert, SITE_ALERTS, type SiteAlert } from '@scout/detection/siteMatcher';
import { cx } from '@scout/ui';
import { useId, useState } from 'react';
import { alertSentence } from './alertSentence.ts';
import { EventField } from './EventField.tsx';
import { samples } from './samples.ts';
import { serverRulesOf } from './serverRules.ts';
import { Verdict } from './Verdict.tsx';

/** Three alert definitions and an event, matched field by field while edited, with the result of the server's rules. */
export default function AlertMatcher() {
  const id = useId();
  const [chosen, setChosen] = useState<SiteAlert>(SITE_ALERTS[0]!);
  const [rows, setRows] = useState(samples);
  const row = rows[chosen.id];

  const change = (field: string, value: string) =>
    setRows({ ...rows, [chosen.id]: { ...row, [field]: value } });

  return (
    <div className="grid gap-px border border-stroke-subtle bg-stroke-subtle lg:grid-cols-[20rem_minmax(0,1fr)]">
      <fieldset aria-label="Alert definitions" className="flex min-w-0 flex-col bg-surface-2">
        {SITE_ALERTS.map((definition, index) => {
          const current = definition.id === chosen.id;
          return (
            <button
              key={definition.id}
              type="button"
              aria-pressed={current}
              onClick={() => setChosen(definition)}
              className={cx(
                'flex grow cursor-pointer flex-col justify-center gap-1 border-b border-stroke-subtle px-5 py-4 text-left last:border-0',
                current ? 'bg-surface-selected' : 'hover:bg-surface-3',
              )}
            >
              <span className="flex items-baseline gap-3 text-body font-medium">
                <span className="font-mono font-normal text-content-faint">{index + 1}</span>
                {definition.title}
              </span>
              <span className="pl-5 text-label text-content-muted text-pretty">
                {summaries[definition.id]}
              </span>
            </button>
          );
        })}
      </fieldset>
      <div className="flex min-w-0 flex-col bg-surface-2">
        <div className="grow px-5 py-3">
          {Object.entries(row).map(([field, value]) => (
            <EventField
              key={`${chosen.id} ${field}`}
              id={`${id}${field}`}
              field={field}
              value={value}
              onChange={(next) => change(field, next)}
              conditions={chosen.conditions
                .filter((condition) => condition.field === field)
                .map(({ words, holds }) => ({ words, holds: holds(row) }))}
            />
          ))}
        </div>
        <Verdict
          raised={matchesAlert(chosen, row)}
          title={chosen.title}
          sentence={alertSentence(row)}
          serverRules={serverRulesOf(row)}
          changed={row !== samples[chosen.id]}
          onReset={() => setRows({ ...rows, [chosen.id]: samples[chosen.id] })}
        />
      </div>
    </div>
  );
}

/** The definitions in the specification's wording. */
const summaries: Record<SiteAlert['id'], string> = {
  'failed-logon': 'Failed logon (4625) by a service-account name on a production-prefixed host.',
  'interactive-logon':
    'Interactive or remote-interactive logon (4624) by a service account on a laptop-named host.',
  'client-start':
    'Process start (4688) of a database client tool with a production server and a service-account user in the command line.',
};
