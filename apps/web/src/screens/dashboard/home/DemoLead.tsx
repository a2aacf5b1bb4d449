import { Mono, Sentence, SeverityBadge, Time } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';
import { DemoPath } from './DemoPath.tsx';
import type { DemoStory } from './demoStories.ts';

/** The most severe story of demo mode as a sentence, with its next step. */
export function DemoLead({ story }: { story: DemoStory }) {
  const { account, person, device, server, program, sessions, level, first } = story;
  return (
    <section
      aria-label="Most severe case"
      className="border-l-2 border-l-severity-high bg-surface-2 px-4 py-3 outline outline-stroke-subtle"
    >
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-label">
        <SeverityBadge level={level} />
        <span className="font-mono text-body font-medium">{account}</span>
        <span className="text-content-muted">A person uses it</span>
        <DemoPath of={story} />
        <span className="text-content-muted">
          Since <Time value={first} timeZone={timeZone} plain />
        </span>
      </p>
      <p className="mt-1 text-lead">
        <Sentence
          text={`${person} used ${account} from ${device} to open ${server} with ${program}: ${sessions} ${sessions === 1 ? 'session' : 'sessions'}.`}
        />
      </p>
      <p className="mt-1 text-body">
        <span className="text-content-muted">Next: </span>
        Ask <Mono value={person} plain />: who gave you the password of <Mono value={account} plain />, and
        for which task?
      </p>
    </section>
  );
}
