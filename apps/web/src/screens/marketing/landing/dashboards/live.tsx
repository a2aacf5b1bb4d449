import { type FailedLogonSearch, isUnfiltered, SHOW_ALL } from '@scout/detection';
import {
  activityOf,
  demoFailedLogons,
  demoInfrastructureChanges,
  demoServiceAccountActivity,
} from '@scout/detection/demo';
import { useMemo, useState } from 'react';
import { useSeededStream } from '../../../../demo/stream.ts';
import { timeZone } from '../../../../events/clock.ts';
import {
  detectionRules,
  failedLogonRules,
  interactiveLogonRules,
  redrawn,
} from '../../../dashboard/demo/demoStreams.ts';
import { DemoFailedLogonsView } from '../../../dashboard/failed-logons/DemoFailedLogonsView.tsx';
import { DemoInfrastructureView } from '../../../dashboard/infrastructure/DemoInfrastructureView.tsx';
import { DemoInteractiveLogonsView } from '../../../dashboard/interactive-logons/DemoInteractiveLogonsView.tsx';
import { DemoServiceAccountsView } from '../../../dashboard/service-accounts/DemoServiceAccountsView.tsx';

export interface LiveProps {
  /** True while in view and not paused. */
  running: boolean;
}

/** Fixed, so that every visit shows the same figures. */
const SEED = 11;

/** A new detection every 1 to 3 seconds. */
export function ServiceAccounts({ running }: LiveProps) {
  const [detections] = useSeededStream(detectionRules(SEED), running);
  const [{ risks }] = useState(() => demoServiceAccountActivity(SEED, Date.now()));
  return <DemoServiceAccountsView activity={activityOf(detections)} risks={risks} timeZone={timeZone} />;
}

/** Counts that increase every second and are drawn again every 60; a filter stops them. */
export function FailedLogons({ running }: LiveProps) {
  const [search, setSearch] = useState<FailedLogonSearch>({ account: SHOW_ALL, server: SHOW_ALL });
  const isWhole = (wanted: FailedLogonSearch) => isUnfiltered(wanted.account) && isUnfiltered(wanted.server);
  const [{ now, draw }, moments] = useSeededStream(failedLogonRules, running && isWhole(search));
  const figures = useMemo(() => demoFailedLogons(SEED, now, { draw, timeZone }), [now, draw]);

  function onSearch(wanted: FailedLogonSearch) {
    setSearch(wanted);
    if (isWhole(wanted)) moments.change(redrawn);
  }
  return <DemoFailedLogonsView figures={figures} search={search} onSearch={onSearch} />;
}

/** A new logon every 5 seconds. */
export function InteractiveLogons({ running }: LiveProps) {
  const [figures] = useSeededStream(interactiveLogonRules(SEED), running);
  return <DemoInteractiveLogonsView figures={figures} timeZone={timeZone} />;
}

/** Fifteen changes. */
export function Infrastructure() {
  const [changes] = useState(() => demoInfrastructureChanges(SEED, Date.now()));
  return <DemoInfrastructureView changes={changes} timeZone={timeZone} />;
}
