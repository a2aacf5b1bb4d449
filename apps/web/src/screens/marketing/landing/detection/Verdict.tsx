import { Severity } from '@scout/ui';

interface VerdictProps {
  raised: boolean;
  title: string;
  /** Titles of the server's rules that count the event. */
  serverRules: readonly string[];
  /** True when the visitor has edited the event. */
  changed: boolean;
  onReset: () => void;
}

/** The definition's verdict on the event, and the server's. */
export function Verdict({ raised, title, serverRules, changed, onReset }: VerdictProps) {
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-stroke-subtle bg-surface-1 px-5 py-3 text-body">
      <div role="status" className="min-w-0">
        <p className="flex items-center gap-3">
          {raised ? (
            <>
              <Severity level="high" />
              <span>Alert: {title}</span>
            </>
          ) : (
            <span className="text-content-muted">No alert. Every condition has to hold.</span>
          )}
        </p>
        <p className="mt-1 text-label text-content-muted">
          {serverRules.length === 0
            ? 'None of the server’s rules counts it.'
            : `The server’s rules count it under ${serverRules.join(' and ')}.`}
        </p>
      </div>
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
