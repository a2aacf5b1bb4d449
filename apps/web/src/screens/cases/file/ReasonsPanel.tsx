import { type CaseEvent, type CaseFile, type CaseReason, kindTitle, reasonTitle } from '@scout/contract';
import { findingOf } from '@scout/detection/catalogue/findings';
import { Panel, Time } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';
import { useMay } from '../../../session/organization.ts';
import { useDrawer } from '../../../view/useView.ts';
import { eventTitle } from '../../incidents/facts.ts';
import { visible } from '../../incidents/rawText.ts';
import { FindingsList } from './FindingsList.tsx';

/**
 * Reasons of the case: the meaning of its kind of finding; each reason, highest weight first, with the first event that showed
 * it; the findings.
 */
export function ReasonsPanel({ file }: { file: CaseFile }) {
  const { reasons, kind } = file;
  const most = Math.max(...reasons.map(({ surprise }) => surprise), 1);
  return (
    <Panel title="Why this is a case">
      <p className="text-pretty text-body text-content-muted">
        {findingOf(kind)?.meaning ?? `${kindTitle(kind)}.`}
      </p>
      {reasons.length > 0 && (
        <ul className="mt-3 flex flex-col gap-3">
          {reasons.map((reason, index) => (
            <li key={`${reason.facet} ${reason.class}`}>
              <p className="text-body">{visible(reasonTitle(reason))}</p>
              <div aria-hidden="true" className="mt-1 h-1 bg-surface-3">
                <div
                  className="h-full bg-content-faint"
                  style={{
                    width: `${Math.max(2, Math.round((100 * Math.max(0, reason.surprise)) / most))}%`,
                  }}
                />
              </div>
              <Observation event={newObservation(file, index)} />
            </li>
          ))}
        </ul>
      )}
      <FindingsList file={file} />
    </Panel>
  );
}

/** The earliest event of the first finding with a reason. */
function observationOf({ findings }: CaseFile, { facet, class: klass }: CaseReason): CaseEvent | undefined {
  const first = findings.findLast(({ reasons }) =>
    reasons.some((reason) => reason.facet === facet && reason.class === klass),
  );
  return first?.events[0];
}

/** The observation of a reason; undefined if the previous reason has the same. */
function newObservation(file: CaseFile, index: number): CaseEvent | undefined {
  const [above, own] = [file.reasons[index - 1], file.reasons[index]!];
  const event = observationOf(file, own);
  return above !== undefined && observationOf(file, above)?.id === event?.id ? undefined : event;
}

function Observation({ event }: { event: CaseEvent | undefined }) {
  const [, show] = useDrawer();
  const may = useMay();
  if (event === undefined) return null;
  const { id, time, event_type, computer, program } = event;
  return (
    <button
      type="button"
      disabled={!may('event')}
      onClick={() => show({ list: null, event: id })}
      className="mt-1 rounded-control text-left text-label text-content-muted underline-offset-4 wrap-anywhere enabled:cursor-pointer enabled:hover:text-content enabled:hover:underline"
    >
      First shown <Time value={time} timeZone={timeZone} plain />
      {[event_type === null ? null : eventTitle({ event_type }), computer, program]
        .filter((name) => name !== null)
        .map((name) => (
          <span key={name}>
            {' · '}
            <span className="inline-block max-w-full">{visible(name)}</span>
          </span>
        ))}
    </button>
  );
}
