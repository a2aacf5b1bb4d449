import { limits, type ExceptionTrial as Trial } from '@scout/contract';
import { Button, formatCount, Notice, Time } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { timeZone } from '../../../events/clock.ts';
import { api } from '../../../session/current.ts';
import { visible } from '../../incidents/rawText.ts';
import { trialSentence } from './trialWords.ts';

const { trialDays } = limits.exceptions;

interface ExceptionTrialProps {
  /** Parts of the exception that say what it permits; null while no account is named. */
  permitted: Parameters<typeof api.exceptionsTry>[0] | null;
}

/** Tries an exception on the stored findings before it is made. Use a key of its parts: a change takes the result away. */
export function ExceptionTrial({ permitted }: ExceptionTrialProps) {
  const attempt = useMutation({
    mutationFn: (input: Parameters<typeof api.exceptionsTry>[0]) => api.exceptionsTry(input),
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        size="small"
        busy={attempt.isPending}
        disabled={permitted === null}
        onClick={() => permitted && attempt.mutate(permitted)}
      >
        {`Test on the last ${trialDays} days`}
      </Button>
      {attempt.data && <Result trial={attempt.data} />}
      {attempt.isError && (
        <Notice tone="error" title="The exception could not be tested">
          {messageOf(attempt.error)} Nothing was saved.
        </Notice>
      )}
    </div>
  );
}

function Result({ trial }: { trial: Trial }) {
  const { cases, newest, complete, from } = trial;
  return (
    <div role="status" className="w-full text-body">
      <p className="font-medium">{trialSentence(trial)}</p>
      {!complete && (
        <p className="text-label text-content-muted">
          There are too many findings for one test; this one covers those since{' '}
          <Time value={from} timeZone={timeZone} />.
        </p>
      )}
      {newest.length > 0 && (
        <ul aria-label="Cases it would have excused" className="mt-2 border-t border-stroke-subtle">
          {newest.map(({ number, time, sentence }) => (
            <li key={number} className="border-b border-stroke-subtle py-1.5 text-label">
              <span className="wrap-anywhere">{visible(sentence)}</span>{' '}
              <span className="text-content-muted">
                <Time value={time} timeZone={timeZone} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {cases > newest.length && (
        <p className="mt-1 text-label text-content-muted">and {formatCount(cases - newest.length)} earlier</p>
      )}
    </div>
  );
}
