import type { DemoServiceAccountActivity } from '@scout/detection/demo';
import { Mono, Sentence, Severity, Time } from '@scout/ui';
import { useState } from 'react';
import { timeZone } from '../../../events/clock.ts';

type Log = DemoServiceAccountActivity['log'];

/** The story of demo mode: the severe use of an account on a device that was seen most often when the page was opened. */
export function DemoLead({ log }: { log: Log }) {
  const [story] = useState(() => storyOf(log));
  if (story === null) return null;
  const { last, first, sessions } = story;
  const [server = 'a production server'] = last.connectedSqlServers;
  return (
    <section
      aria-label="Most severe case"
      className="border-l-2 border-l-severity-high bg-surface-2 px-4 py-3 outline outline-stroke-subtle"
    >
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-label">
        <Severity level="high" />
        <span className="font-mono text-body font-medium">{last.serviceAccount}</span>
        <span className="text-content-muted">A person uses it</span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span>{last.deviceOwner}</span>
          <span aria-hidden="true">→</span>
          <Mono value={last.device} plain />
          <span aria-hidden="true">→</span>
          <Mono value={server} plain />
        </span>
        <span className="text-content-muted">
          Since <Time value={first.time} timeZone={timeZone} plain />
        </span>
      </p>
      <p className="mt-1 text-lead">
        <Sentence
          text={`${last.deviceOwner} used ${last.serviceAccount} from ${last.device} to open ${server} with ${last.processName}: ${sessions} ${sessions === 1 ? 'session' : 'sessions'}.`}
        />
      </p>
      <p className="mt-1 text-body">
        <span className="text-content-muted">Next: </span>
        Ask {last.deviceOwner}: who gave you the password of {last.serviceAccount}, and for which task?
      </p>
    </section>
  );
}

function storyOf(log: Log) {
  const uses = new Map<string, Log[number][]>();
  for (const row of log) {
    const key = `${row.serviceAccount} ${row.device}`;
    uses.set(key, [...(uses.get(key) ?? []), row]);
  }
  const [most] = [...uses.values()]
    .filter((rows) => rows.some(({ severity }) => severity === 'high'))
    .toSorted((a, b) => b.length - a.length);
  // Newest first.
  return most === undefined ? null : { last: most[0]!, first: most.at(-1)!, sessions: most.length };
}
