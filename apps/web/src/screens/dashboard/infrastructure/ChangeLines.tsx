import type { DemoInfrastructureChange } from '@scout/detection/demo';
import { cx, Sentence, SeverityBadge, Time } from '@scout/ui';
import type { ReactNode } from 'react';
import { visible } from '../../incidents/rawText.ts';

/** The fields of a change that its line shows, of the server or of demo mode. */
type Change = Pick<DemoInfrastructureChange, 'id' | 'timestamp' | 'severity' | 'description'> & {
  readonly serviceAccount: string;
  readonly server: string | null;
};

interface ChangeLinesProps {
  changes: readonly Change[];
  timeZone?: string | undefined;
  /** Opens a change by its id; without it a line is no button. */
  onOpen?: (id: string) => void;
}

/** Changes, each as one sentence: what happened, to which account, where, and by whom. */
export function ChangeLines({ changes, timeZone, onOpen }: ChangeLinesProps) {
  return (
    <ul>
      {changes.map((change) => (
        <li key={change.id} className="border-t border-stroke-subtle">
          <Line {...(onOpen && { onOpen: () => onOpen(change.id) })}>
            <span className="w-20 shrink-0">
              <SeverityBadge level={change.severity} />
            </span>
            <span className="min-w-0 grow wrap-anywhere max-sm:order-last max-sm:basis-full">
              {change.serviceAccount !== '' && (
                <span className="font-mono text-label">{visible(change.serviceAccount)}: </span>
              )}
              <Sentence text={visible(change.description)} />
              {change.server !== null && (
                <>
                  {' '}
                  on <span className="font-mono text-label">{visible(change.server)}</span>
                </>
              )}
            </span>
            <span className="shrink-0 text-label">
              <Time value={change.timestamp} timeZone={timeZone} plain />
            </span>
          </Line>
        </li>
      ))}
    </ul>
  );
}

const line = 'flex w-full flex-wrap items-baseline gap-x-3 px-4 py-2 text-left text-body sm:flex-nowrap';

function Line({ onOpen, children }: { onOpen?: () => void; children: ReactNode }) {
  if (!onOpen) return <p className={line}>{children}</p>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={cx(line, 'cursor-pointer hover:bg-surface-3 focus-visible:outline-offset-[-2px]')}
    >
      {children}
    </button>
  );
}
