import { Mono } from '@scout/ui';
import { Fragment } from 'react';
import type { DemoStory } from './demoStories.ts';

/** Person → workstation → server of a story of demo mode. */
export function DemoPath({ of: { person, device, server } }: { of: DemoStory }) {
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      {[person, device, server].map((name, at) => (
        <Fragment key={name}>
          {at > 0 && (
            <span aria-hidden="true" className="text-content-faint">
              →
            </span>
          )}
          <Mono value={name} plain />
        </Fragment>
      ))}
    </span>
  );
}
