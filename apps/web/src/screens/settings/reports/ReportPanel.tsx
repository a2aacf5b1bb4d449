import { limits } from '@scout/contract';
import { exportFormats } from '@scout/contract/exports/tenantEvents';
import { DownloadIcon, Field, formatCount, Panel, PanelGrid, Select, TextInput } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { timeZone } from '../../../events/clock.ts';
import { query } from '../../../session/queries.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { toast } from '../../../shell/toast.tsx';
import { EvidencePanel } from './evidence/EvidencePanel.tsx';
import { MonthlyReportPanels } from './monthly/MonthlyReportPanels.tsx';
import { OwnerReviewsPanel } from './owner-reviews/OwnerReviewsPanel.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';
import { PosturesPanel } from './postures/PosturesPanel.tsx';
import { ReportProgress } from './ReportProgress.tsx';
import { type DayRange, dayOf, defaultRange, rangeProblem, windowOf } from './range.ts';
import { useExport } from './useExport.ts';

const everyType = 'all';

/** Selects events, shows their number, and exports them. */
export function ReportPanel() {
  const [range, setRange] = useState<DayRange>(() => defaultRange(Date.now()));
  const [type, setType] = useState(everyType);
  const { make, progress, cancel } = useExport();
  const today = dayOf(Date.now());
  const problem = rangeProblem(range, today);
  const window = problem === undefined ? windowOf(range) : null;
  const scope = window && { ...window, ...(type !== everyType && { event_type: type }) };

  const types = useEventTypes(window);
  const counted = useQuery({
    ...query.tenantEventsCount.queryOptions({ input: scope ?? {} }),
    enabled: scope !== null,
  });
  const count = scope === null ? 0 : counted.data?.count;
  const options = [
    { value: everyType, label: 'All event types' },
    ...withChosen(types, type).map((value) => ({ value, label: value })),
  ];

  return (
    <PanelGrid>
      <MonthlyReportPanels />
      <EvidencePanel />
      <OwnerReviewsPanel />
      <PosturesPanel />
      <Panel title="Event report" description={`Days in ${timeZone}`}>
        <div className="flex flex-col gap-5 pt-1">
          <div className="grid gap-4 sm:grid-cols-[11rem_11rem_minmax(0,24rem)]">
            <Field label="From" error={problem}>
              <TextInput
                type="date"
                mono
                value={range.from}
                max={range.to || today}
                onChange={(event) => setRange({ ...range, from: event.target.value })}
              />
            </Field>
            <Field label="To">
              <TextInput
                type="date"
                mono
                value={range.to}
                min={range.from}
                max={today}
                onChange={(event) => setRange({ ...range, to: event.target.value })}
              />
            </Field>
            <Field label="Event type">
              <Select options={options} value={type} onValueChange={setType} />
            </Field>
          </div>
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <p aria-live="polite" className="flex items-baseline gap-2">
              <span className="text-figure font-medium">{formatCount(count)}</span>
              <span className="text-body text-content-muted">
                {counted.isError ? messageOf(counted.error) : saying(count)}
              </span>
            </p>
            <div className="flex gap-2">
              {exportFormats.map((format) => (
                <ActionButton
                  key={format}
                  command={`Export events as ${format.toUpperCase()}`}
                  access="subscriber"
                  icon={<DownloadIcon />}
                  busy={make.isPending && make.variables.format === format}
                  disabled={scope === null || !count || make.isPending}
                  onClick={() => scope && count && make.mutate({ scope, format, count })}
                >
                  Export {format.toUpperCase()}
                </ActionButton>
              ))}
            </div>
          </div>
          {progress !== null && <ReportProgress progress={progress} onCancel={cancel} />}
        </div>
      </Panel>
      {scope !== null && <PreviewPanel scope={scope} />}
    </PanelGrid>
  );
}

/** Keeps the selected type in the list when the range has no such events. */
function withChosen(types: readonly string[], chosen: string): readonly string[] {
  return chosen === everyType || types.includes(chosen) ? types : [chosen, ...types];
}

function saying(count: number | undefined): string {
  if (count === undefined) return 'counting events…';
  if (count === 0) return 'events in this range: nothing to export';
  const events = count === 1 ? 'event' : 'events';
  return count > limits.events.queryRows ? `${events}; the server writes the file` : events;
}

/** The event types of a window; empty until loaded. Shows a toast on failure. */
function useEventTypes(window: { from: string; to: string } | null): readonly string[] {
  const { data, isError } = useQuery({
    ...query.tenantEventsTypes.queryOptions({ input: window ?? {} }),
    enabled: window !== null,
  });
  useEffect(() => {
    if (isError) toast.error('Failed to load event types');
  }, [isError]);
  return data?.map(({ event_type }) => event_type) ?? [];
}
