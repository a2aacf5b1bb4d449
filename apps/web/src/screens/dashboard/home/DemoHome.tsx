import { activityOf, demoFailedLogons, demoInfrastructureChanges } from '@scout/detection/demo';
import { useMemo, useState } from 'react';
import { timeZone } from '../../../events/clock.ts';
import { useOrganization } from '../../../session/organization.ts';
import { useStore } from '../../../store/useStore.ts';
import { DemoPage } from '../demo/DemoPage.tsx';
import { useDemo } from '../demo/DemoProvider.tsx';
import { tourTarget } from '../tour/steps.ts';
import { DemoCases } from './DemoCases.tsx';
import { DemoLead } from './DemoLead.tsx';
import { demoStats } from './demoStats.ts';
import { demoStories } from './demoStories.ts';
import { HomeStats } from './HomeStats.tsx';
import { greetingAt, HomeClock } from './homeHeader.tsx';
import { RecentIncidents } from './RecentIncidents.tsx';
import { StatusLine } from './StatusLine.tsx';
import { Tiles } from './Tiles.tsx';
import { Typewriter } from './Typewriter.tsx';

/** Interval in which failed logons are counted again here; their own page does so every second. */
const refreshMs = 10_000;

/** The home dashboard in demo mode: the same figures and tiles for generated incidents, and the newest incidents. */
export function DemoHome() {
  const { tenant, profile, user } = useOrganization();
  const { seed, detections, interactiveLogons } = useDemo();
  const list = useStore(detections);
  const logons = useStore(interactiveLogons);
  const moment = Math.floor(detections.at() / refreshMs) * refreshMs;
  const failures = useMemo(() => demoFailedLogons(seed, moment, { timeZone }), [seed, moment]);
  const [changes] = useState(() => demoInfrastructureChanges(seed, Date.now()));
  const activity = activityOf(list);
  // Stories stand still while the figures below them move.
  const [stories] = useState(() => demoStories(activity.log));
  const name = profile?.first_name.trim();
  const greeting = greetingAt(new Date().getHours());

  return (
    <DemoPage
      title={name ? `${greeting}, ${name}` : greeting}
      subtitle={<Typewriter text="How service accounts are used at a company like yours" />}
      aside={<HomeClock />}
      lead={stories[0] && <DemoLead story={stories[0]} />}
    >
      <StatusLine company={tenant.company_name} lastSignIn={user.previous_sign_in_at} inDemoMode />
      <div className="scroll-mt-36" {...tourTarget('overview')}>
        <HomeStats stats={demoStats(activity, failures, logons)} />
      </div>
      <DemoCases stories={stories} />
      <div className="scroll-mt-36" {...tourTarget('dashboards')}>
        <Tiles
          activity={{
            log: activity.log.map(({ time, serviceAccount, connectedSqlServers }) => ({
              time,
              serviceAccount,
              prdDbServer: connectedSqlServers[0] ?? null,
            })),
          }}
          failures={failures}
          logons={logons}
          changes={changes.log}
        />
      </div>
      <div className="scroll-mt-36" {...tourTarget('incidents')}>
        <RecentIncidents detections={list} timeZone={timeZone} />
      </div>
    </DemoPage>
  );
}
