import { activityOf, demoFailedLogons, demoInfrastructureChanges } from '@scout/detection/demo';
import { Stat, StatGrid } from '@scout/ui';
import { useMemo, useState } from 'react';
import { timeZone } from '../../../events/timeZone.ts';
import { useOrganization } from '../../../session/organization.ts';
import { DemoPage } from '../demo/DemoPage.tsx';
import { useDemo, useStream } from '../demo/DemoProvider.tsx';
import { tourTarget } from '../tour/steps.ts';
import { greetingAt } from './greeting.ts';
import { RecentIncidents } from './RecentIncidents.tsx';
import { Tiles } from './Tiles.tsx';

/** Failed logons are counted anew so often here; their own page does it every second. */
const refreshMs = 10_000;

/** The customer's home in demo mode: the same four figures and tiles, of generated incidents, and the newest of them. */
export function DemoHome() {
  const { profile } = useOrganization();
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
      subtitle="How service accounts are used at a company like yours"
    >
      <div className="scroll-mt-36" {...tourTarget('overview')}>
        <StatGrid label="Last 30 days">
          <Stat label="Service Account Incidents" value={activity.totalIncidents} note="Last 30 days" />
          <Stat label="Failed Logons" value={failures.total} note="Last 30 days" />
          <Stat label="Interactive Logons" value={logons.totalIncidents} note="Last 30 days" />
          <Stat label="Workstations Involved" value={activity.totalWorkstations} note="Last 30 days" />
        </StatGrid>
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
