import { limits, type CaseTrial as Trial } from '@scout/contract';
import type { DetectionSettings } from '@scout/detection';
import { formatCount, Notice, Panel, Skeleton, Time } from '@scout/ui';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../../api/error.ts';
import { timeZone } from '../../../events/clock.ts';
import { api } from '../../../session/current.ts';
import { visible } from '../../incidents/rawText.ts';
import { caseTrialSentence } from './caseTrialWords.ts';

const { days } = limits.caseTrial;

export type CaseAttempt = UseMutationResult<Trial, Error, DetectionSettings>;

/** Judges the stored activity by changed settings before they are saved. */
export function useCaseAttempt(): CaseAttempt {
  return useMutation({
    mutationFn: (settings: DetectionSettings) =>
      api.detectionSettingsTry({ settings: structuredClone(settings) as never }),
  });
}

/** The result of a trial. */
export function CaseTrial({ attempt }: { attempt: CaseAttempt }) {
  const panel = useRef<HTMLDivElement>(null);
  const { isPending } = attempt;
  // The button that started it may be far from here.
  useEffect(() => {
    if (!isPending) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [isPending]);
  return (
    <div ref={panel} className="col-span-12 scroll-mb-20">
      <Panel title="Cases that would change" description={`Last ${days} days`}>
        {attempt.data ? (
          <Result trial={attempt.data} />
        ) : attempt.isError ? (
          <Notice tone="error" title="The settings could not be tested">
            {messageOf(attempt.error)} Nothing was saved.
          </Notice>
        ) : (
          <Skeleton shape="text" label="trial" lines={2} />
        )}
      </Panel>
    </div>
  );
}

function Result({ trial }: { trial: Trial }) {
  const { complete, from, added, gone, newest_added, newest_gone } = trial;
  return (
    <div role="status" className="flex w-full flex-col gap-3 text-body">
      <div>
        <p className="font-medium">{caseTrialSentence(trial)}</p>
        {!complete && (
          <p className="text-label text-content-muted">
            There is too much activity for one test; this one covers events stored since{' '}
            <Time value={from} timeZone={timeZone} />.
          </p>
        )}
      </div>
      <Cases title="New" cases={newest_added} count={added} />
      <Cases title="Gone" cases={newest_gone} count={gone} />
    </div>
  );
}

interface CasesProps {
  title: string;
  cases: Trial['newest_added'];
  count: number;
}

function Cases({ title, cases, count }: CasesProps) {
  if (cases.length === 0) return null;
  return (
    <section aria-label={`${title} cases`}>
      <h3 className="pb-1 text-label font-medium text-content-muted">{title}</h3>
      <ul className="border-t border-stroke-subtle">
        {cases.map(({ sentence, time }) => (
          <li key={`${time} ${sentence}`} className="border-b border-stroke-subtle py-1.5 text-label">
            <span className="wrap-anywhere">{visible(sentence)}</span>{' '}
            <span className="text-content-muted">
              <Time value={time} timeZone={timeZone} />
            </span>
          </li>
        ))}
      </ul>
      {count > cases.length && (
        <p className="mt-1 text-label text-content-muted">and {formatCount(count - cases.length)} earlier</p>
      )}
    </section>
  );
}
