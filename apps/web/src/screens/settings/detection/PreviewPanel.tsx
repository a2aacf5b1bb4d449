import type { DetectionPreview, KindPreview } from '@scout/contract';
import { type DetectionSettings, NAME_KINDS, RULES } from '@scout/detection';
import { ErrorState, formatCount, Mono, Panel, Skeleton } from '@scout/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { query } from '../../../session/queries.ts';
import { kindWords } from './kinds.ts';

const pauseMs = 500;

interface PreviewPanelProps {
  settings: DetectionSettings;
  /** True when they differ from those in force. */
  changed: boolean;
  actions: ReactNode;
}

/** The names that settings match in the events of the last 30 days, and the change in incidents. */
export function PreviewPanel({ settings, changed, actions }: PreviewPanelProps) {
  const asked = useSettled(settings);
  const preview = useQuery(
    query.detectionSettingsPreview.queryOptions({
      input: { settings: structuredClone(asked) as never },
      placeholderData: keepPreviousData,
      staleTime: 30_000,
      retry: false,
    }),
  );
  const { data } = preview;
  return (
    <Panel
      title={changed ? 'What would change' : 'What matches'}
      description="Last 30 days"
      actions={actions}
      footnote={data && footnoteOf(data)}
    >
      {data === undefined && preview.isError ? (
        <ErrorState
          title="The preview could not be computed"
          safe="Nothing has been saved."
          nextStep="Try again in a moment."
          detail={messageOf(preview.error)}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      ) : data === undefined ? (
        <Skeleton shape="text" lines={6} />
      ) : (
        <div aria-busy={preview.isFetching} className="flex flex-col gap-5 pt-1">
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
            {NAME_KINDS.map((kind) => (
              <KindNames key={kind} title={kindWords[kind].title} preview={data.names[kind]} />
            ))}
          </div>
          <section aria-label="Incidents">
            <h3 className="pb-1 text-label font-medium text-content-muted">Incidents</h3>
            <dl className="border-t border-stroke-subtle">
              {data.incidents.map(({ rule, now, next }) => (
                <div
                  key={rule}
                  className="flex items-baseline justify-between gap-4 border-b border-stroke-subtle py-1.5 text-body"
                >
                  <dt className="text-content-muted">{RULES[rule].title}</dt>
                  <dd className="font-mono tabular-nums">{changeOf(now, next)}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      )}
    </Panel>
  );
}

interface KindNamesProps {
  title: string;
  preview: KindPreview;
}

function KindNames({ title, preview }: KindNamesProps) {
  const { now, next, added, removed, kept } = preview;
  return (
    <section aria-label={`${title} that match`} className="flex min-w-0 flex-col gap-2">
      <h3 className="flex items-baseline justify-between gap-3 border-b border-stroke-subtle pb-1 text-label font-medium text-content-muted">
        {title}
        <span className="font-mono text-content tabular-nums">{changeOf(now, next)}</span>
      </h3>
      <Names label="New" names={added} />
      <Names label="No longer" names={removed} />
      <Names label={added.length + removed.length > 0 ? 'As before' : null} names={kept} />
      {added.length + removed.length + kept.length === 0 && (
        <p className="text-label text-content-muted">No event names one.</p>
      )}
    </section>
  );
}

/** Names shown of each list; the counts are complete. */
const shown = 8;

function Names({ label, names }: { label: string | null; names: KindPreview['added'] }) {
  if (names.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-col">
      {label !== null && <p className="text-label text-content-faint">{label}</p>}
      <ul className="min-w-0">
        {names.slice(0, shown).map(({ name, events }) => (
          <li key={name} className="flex items-baseline justify-between gap-3 text-label">
            <span className="min-w-0 wrap-anywhere">
              <Mono value={name} />
            </span>
            <span className="font-mono text-content-muted tabular-nums">{formatCount(events)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const changeOf = (now: number, next: number): string =>
  now === next ? formatCount(now) : `${formatCount(now)} → ${formatCount(next)}`;

function footnoteOf({ events, complete }: DetectionPreview): string {
  return complete
    ? `Counted among ${formatCount(events)} events. Nothing is saved by looking.`
    : `Counted among the newest ${formatCount(events)} events. Nothing is saved by looking.`;
}

/** A debounced value. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
