import { activityOf, demoFailedLogons, demoInfrastructureChanges } from '@scout/detection/demo';
import { useMemo, useState } from 'react';
import { timeZone } from '../../../events/timeZone.ts';
import { useOrganization } from '../../../session/organization.ts';
import { DemoPage } from '../demo/DemoPage.tsx';
import { useDemo, useStream } from '../demo/DemoProvider.tsx';
import { tourTarget } from '../tour/steps.ts';
import { demoStats } from './demoStats.ts';
import { greetingAt } from './greeting.ts';
import { HomeClock } from './HomeClock.tsx';
import { HomeStats } from './HomeStats.tsx';
import { RecentIncidents } from './RecentIncidents.tsx';
import { StatusLine } from './StatusLine.tsx';
import { Tiles } from './Tiles.tsx';
import { Typewriter } from './Typewriter.tsx';

/** Failed logons are counted anew so often here; their own page does it every second. */
const refreshMs = 10_000;

/** The customer's home in demo mode: the same four figures and tiles, of generated incidents, and the newest of them. */
export function DemoHome() {
  const { tenant, profile, user } = useOrganization();
  const { seed, detections, interactiveLogons } = useDemo();
  const list = useStream(detections);
  const logons = useStream(interactiveLogons);
  const moment = Math.floor(detections.at() / refreshMs) * refreshMs;
  const failures = useMemo(() => demoFailedLogons(seed, moment, { timeZone }), [seed, moment]);
  const [changes] = useState(() => demoInfrastructureChanges(seed, Date.now()));
  const activity = activityOf(list);
  const name = profile?.first_name.trim();
  const greeting = greetingAt(new Date().getHours());

  return (
    <DemoPage
      title={name ? `${greeting}, ${name}` : greeting}
      subtitle={<Typewriter text="How service accounts are used at a company like yours" />}
      aside={<HomeClock />}
    >
      <StatusLine company={tenant.company_name} lastSignIn={user.previous_sign_in_at} inDemoMode />
      <div className="scroll-mt-36" {...tourTarget('overview')}>
        <HomeStats stats={demoStats(activity, failures, logons)} />
      </div>
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
