import type { DetectionPreview } from '@scout/contract';
import { RULES } from '@scout/detection';
import { ErrorState, formatCounted, Panel, Skeleton } from '@scout/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { changeOf } from './matchWords.ts';

interface PreviewPanelProps {
  preview: UseQueryResult<DetectionPreview>;
  /** True when the settings differ from those in force. */
  changed: boolean;
}

/** Incidents in the events of the last 30 days, now and with changed settings. */
export function PreviewPanel({ preview, changed }: PreviewPanelProps) {
  const { data } = preview;
  return (
    <Panel
      title={changed ? 'What would change' : 'What matches'}
      description="Incidents, last 30 days"
      footnote={data && footnoteOf(data)}
    >
      {data === undefined && preview.isError ? (
        <ErrorState
          title="The preview could not be computed"
          safe="Nothing was saved."
          nextStep="Try again in a moment."
          detail={messageOf(preview.error)}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      ) : data === undefined ? (
        <Skeleton shape="text" lines={4} />
      ) : (
        <dl
          aria-busy={preview.isFetching}
          className="grid gap-x-6 border-t border-stroke-subtle sm:grid-cols-2"
        >
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
      )}
    </Panel>
  );
}

function footnoteOf({ events, complete }: DetectionPreview): string {
  return complete
    ? `Counted in ${formatCounted(events, 'event')}. The preview changes nothing.`
    : `Counted in the newest ${formatCounted(events, 'event')}. The preview changes nothing.`;
}
