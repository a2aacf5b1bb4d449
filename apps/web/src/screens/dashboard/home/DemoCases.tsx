import { Panel, PanelGrid, SeverityBadge, Time } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';
import { DemoPath } from './DemoPath.tsx';
import type { DemoStory } from './demoStories.ts';

/** The stories of demo mode, one line each: who, as which account, from where, against what, since when. */
export function DemoCases({ stories }: { stories: readonly DemoStory[] }) {
  if (stories.length === 0) return null;
  return (
    <PanelGrid>
      <Panel title="Accounts with open cases" description={`The ${stories.length} most severe`} flush>
        <ul className="border-t border-stroke-subtle">
          {stories.map((story) => (
            <li
              key={story.account}
              className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-stroke-subtle px-4 py-2.5 text-label last:border-b-0 md:grid md:grid-cols-[5.5rem_11rem_minmax(0,1fr)_auto] md:gap-x-6"
            >
              <SeverityBadge level={story.level} />
              <span className="font-mono text-body font-medium">{story.account}</span>
              <DemoPath of={story} />
              <span className="text-content-muted">
                {story.sessions} {story.sessions === 1 ? 'session' : 'sessions'}, last{' '}
                <Time value={story.last} timeZone={timeZone} plain />
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </PanelGrid>
  );
}
