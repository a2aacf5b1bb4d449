import { Severity } from '@scout/ui';

interface VerdictProps {
  raised: boolean;
  title: string;
  /** The event is not the one that the page came with. */
  changed: boolean;
  onReset: () => void;
}

/** What the definition makes of the event. */
export function Verdict({ raised, title, changed, onReset }: VerdictProps) {
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-stroke-subtle bg-surface-1 px-5 py-3 text-body">
      <p role="status" className="flex items-center gap-3">
        {raised ? (
          <>
            <Severity level="high" />
            <span>Alert: {title}</span>
          </>
        ) : (
          <span className="text-content-muted">No alert. Every condition has to hold.</span>
        )}
      </p>
      {changed && (
        <button
          type="button"
          onClick={onReset}
          className="cursor-pointer rounded-control text-label text-accent hover:underline"
        >
          Put the event back
        </button>
      )}
    </div>
  );
}
