import { type AccountContractTrial, limits } from '@scout/contract';
import { formatCount, Time } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';
import { visible } from '../../incidents/rawText.ts';

const { days } = limits.accountContracts;

/** A trial in a sentence: `14 cases in 90 days, 12 with the contract in force`. */
export function trialSentence({
  cases,
  cases_in_force: inForce,
  events,
  outside,
  complete,
}: AccountContractTrial): string {
  const range = complete ? `in ${days} days` : `in the newest activity of ${days} days`;
  const isOther = inForce !== null && inForce !== cases;
  const when = isOther ? `${range}, ${formatCount(inForce)} with the contract in force` : range;
  if (events === 0) return `No case ${when}: the account was not used.`;
  if (cases === 0)
    return `No case ${when}: ${events === 1 ? 'its one event is' : `all ${formatCount(events)} events are`} within it.`;
  return `${formatCount(cases)} ${cases === 1 ? 'case' : 'cases'} ${when}: ${formatCount(outside)} of ${formatCount(events)} events ${outside === 1 ? 'is' : 'are'} outside it.`;
}

/** Effect of a contract on the stored activity, with its newest cases. */
export function TrialResult({ trial }: { trial: AccountContractTrial }) {
  const { cases, newest, complete, from } = trial;
  return (
    <div role="status" className="text-body">
      <p className="font-medium">{trialSentence(trial)}</p>
      {!complete && (
        <p className="text-label text-content-muted">
          There is too much activity for one test; this one covers the time since{' '}
          <Time value={from} timeZone={timeZone} />.
        </p>
      )}
      {newest.length > 0 && (
        <ul aria-label="Newest cases" className="mt-2 border-t border-stroke-subtle">
          {newest.map(({ time, breach, events }) => (
            <li
              key={`${time} ${breach}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-stroke-subtle py-1.5 text-label"
            >
              <span className="min-w-0 wrap-anywhere">{sentence(visible(breach))}</span>
              <span className="flex items-baseline gap-x-3 text-content-muted">
                <span className="font-mono">× {formatCount(events)}</span>
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

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
