import { limits, type CaseTrial as Trial } from '@scout/contract';
import { type DetectionSettings, settingsProblem } from '@scout/detection';
import { Button, formatCount, Notice, Panel, Time } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { timeZone } from '../../../events/clock.ts';
import { api } from '../../../session/current.ts';
import { visible } from '../../incidents/rawText.ts';
import { caseTrialSentence } from './caseTrialWords.ts';

const { days } = limits.caseTrial;

interface CaseTrialProps {
  /** Changed settings; null while they are those in force. */
  settings: DetectionSettings | null;
}

/** Judges the stored activity by changed settings before they are saved. Use a key of the settings: a change discards the result. */
export function CaseTrial({ settings }: CaseTrialProps) {
  const attempt = useMutation({
    mutationFn: (input: Parameters<typeof api.detectionSettingsTry>[0]) => api.detectionSettingsTry(input),
  });
  const canTry = settings !== null && settingsProblem(settings) === null;
  return (
    <Panel
      title="Cases that would change"
      description={`Last ${days} days`}
      actions={
        <Button
          size="small"
          busy={attempt.isPending}
          disabled={!canTry}
          onClick={() => settings && attempt.mutate({ settings: structuredClone(settings) as never })}
        >
          {`Try on the last ${days} days`}
        </Button>
      }
    >
      {attempt.data ? (
        <Result trial={attempt.data} />
      ) : attempt.isError ? (
        <Notice tone="error" title="The settings could not be tried">
          {messageOf(attempt.error)} Nothing has been saved.
        </Notice>
      ) : (
        <p className="text-body text-content-muted">
          {settings === null
            ? 'Change a name above, and try how many cases the change opens or takes away. Nothing is saved by trying.'
            : 'Stored activity is judged by the changed settings and by those in force. Nothing is saved by trying.'}
        </p>
      )}
    </Panel>
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
            There is more activity than a trial reads; it read what was stored since{' '}
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
