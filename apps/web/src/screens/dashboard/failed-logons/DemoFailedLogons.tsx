import { type FailedLogonSearch, isUnfiltered, SHOW_ALL } from '@scout/detection';
import { demoFailedLogons } from '@scout/detection/demo';
import { useEffect, useMemo, useState } from 'react';
import { timeZone } from '../../../events/clock.ts';
import { useStore } from '../../../store/useStore.ts';
import { DemoPage } from '../demo/DemoPage.tsx';
import { useDemo } from '../demo/DemoProvider.tsx';
import { redrawn } from '../demo/demoStreams.ts';
import { DemoFailedLogonsView } from './DemoFailedLogonsView.tsx';

const boxes = ['account', 'server'] as const;

/**
 * The Failed Logons dashboard in demo mode. A filter stops the refresh; clear and Show All remove it and draw new figures
 * (spec section 4).
 */
export default function DemoFailedLogons() {
  const { seed, failedLogons, paused } = useDemo();
  const { now, draw } = useStore(failedLogons);
  const figures = useMemo(() => demoFailedLogons(seed, now, { draw, timeZone }), [seed, now, draw]);
  const [search, setSearch] = useState<FailedLogonSearch>({ account: SHOW_ALL, server: SHOW_ALL });
  const filtered = !(isUnfiltered(search.account) && isUnfiltered(search.server));
  useEffect(() => failedLogons.setRunning(!paused && !filtered), [failedLogons, paused, filtered]);

  const onSearch = (wanted: FailedLogonSearch) => {
    setSearch(wanted);
    const showsAll = boxes.some((box) => isUnfiltered(wanted[box]) && wanted[box] !== search[box]);
    const again = boxes.every((box) => isUnfiltered(wanted[box]) && wanted[box] === search[box]);
    if (showsAll || again) failedLogons.change(redrawn);
  };
  return (
    <DemoPage
      title="Failed Logons"
      subtitle="Real-time monitoring of failed service account logons to production servers"
    >
      <DemoFailedLogonsView figures={figures} search={search} onSearch={onSearch} />
    </DemoPage>
  );
}
