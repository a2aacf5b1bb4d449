import type { ReactNode } from 'react';
import { Button } from '../base/Button.tsx';
import { AlertIcon } from '../base/icons.tsx';

export interface ErrorStateProps {
  /** The failure: 'Incidents could not be loaded'. */
  title: string;
  /** The unaffected part, for example 'Agents keep their events and send them later.' */
  safe: ReactNode;
  /** The next step: 'Check that the server runs, then try again.' */
  nextStep: ReactNode;
  /** The server's own message. */
  detail?: string;
  onRetry?: () => void;
  retrying?: boolean;
}

/** Replaces content that failed to load: what happened, what is safe, what to do. */
export function ErrorState({ title, safe, nextStep, detail, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div role="alert" className="flex items-start gap-3 px-[var(--inset,1rem)] pt-2 pb-6">
      <span className="mt-0.5 text-fault">
        <AlertIcon />
      </span>
      <div className="flex min-w-0 max-w-[64ch] flex-col gap-1 text-body">
        <p className="font-medium text-content">{title}</p>
        <p className="text-content-muted">{safe}</p>
        <p className="text-content-muted">{nextStep}</p>
        {detail && <p className="wrap-anywhere mt-1 font-mono text-label text-content-faint">{detail}</p>}
        {onRetry && (
          <div className="mt-3">
            <Button size="small" busy={retrying} onClick={onRetry}>
              {retrying ? 'Trying…' : 'Try again'}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
