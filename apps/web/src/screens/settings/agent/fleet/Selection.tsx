import type { Agent } from '@scout/contract';
import { NO_VALUE, Time } from '@scout/ui';
import { timeZone } from '../../../../events/clock.ts';
import { stateWords } from '../groups/groupWords.ts';
import { Measures } from './Measures.tsx';
import { namesText } from './reasons.ts';

/** The names by which a Windows machine selects events, and what it leaves out. */
export function Selection({ names, now }: { names: Agent['names']; now: number }) {
  const { state, version, wanted, since, message } = names;
  if (state === 'unsupported')
    return (
      <p className="text-body text-content-muted">
        This agent does not report by which names it selects events. Upgrade it.
      </p>
    );
  const has = version === null ? NO_VALUE : inCapitals(namesText(version));
  return (
    <>
      <Measures
        rows={[
          { name: 'State', value: stateWords[state] },
          { name: 'Selects by', value: has },
          ...(version === wanted ? [] : [{ name: 'Waiting', value: inCapitals(namesText(wanted)) }]),
          ...(since === null
            ? []
            : [{ name: 'Since', value: <Time value={since} timeZone={timeZone} now={now} /> }]),
          ...(message === null
            ? []
            : [{ name: 'Reason', value: <span className="wrap-anywhere">{message}</span> }]),
        ]}
      />
      <p className="mt-2 text-label text-content-muted">
        Tickets, log-offs and changes of accounts that these names do not match stay on the machine. A change
        of names applies from its time on; earlier events are not read again.
      </p>
    </>
  );
}

const inCapitals = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
