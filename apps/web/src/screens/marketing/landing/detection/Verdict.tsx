import { SeverityBadge } from '@scout/ui';
import type { Piece } from './alertSentence.ts';

interface VerdictProps {
  raised: boolean;
  title: string;
  /** The alert as the product shows it; null where the server's rules have no text for the event. */
  sentence: readonly Piece[] | null;
  /** Titles of the server's rules that count the event. */
  serverRules: readonly string[];
  /** True when the visitor has edited the event. */
  changed: boolean;
  onReset: () => void;
}

/** The definition's verdict on the event, and the server's. */
export function Verdict({ raised, title, sentence, serverRules, changed, onReset }: VerdictProps) {
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-stroke-subtle bg-surface-1 px-5 py-3 text-body">
      <div role="status" className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 text-lead">
          {raised ? (
            <>
              <SeverityBadge level="high" />
              <span className="min-w-0 wrap-anywhere">
                {sentence === null ? title : <VerdictSentence sentence={sentence} />}
              </span>
            </>
          ) : (
            <span className="text-content-muted">No alert. Every condition must match.</span>
          )}
        </p>
        <p className="mt-1 text-label text-content-muted">
          {raised && `Alert: ${title}. `}
          {serverRules.length === 0
            ? 'No server rule counts it.'
            : `The server’s rules count it under ${serverRules.join(' and ')}.`}
        </p>
      </div>
      {changed && (
        <button
          type="button"
          onClick={onReset}
          className="cursor-pointer rounded-control text-label text-accent hover:underline"
        >
          Reset the event
        </button>
      )}
    </div>
  );
}

/** Words and names of a sentence, with its full stop. */
function VerdictSentence({ sentence }: { sentence: readonly Piece[] }) {
  return (
    <>
      {sentence.map((piece, index) => {
        const space = index > 0 && !(typeof piece === 'string' && piece.startsWith(':')) && ' ';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces stay in their places.
          <span key={index}>
            {space}
            {typeof piece === 'string' ? piece : <span className="font-mono">{piece.name}</span>}
          </span>
        );
      })}
      .
    </>
  );
}
