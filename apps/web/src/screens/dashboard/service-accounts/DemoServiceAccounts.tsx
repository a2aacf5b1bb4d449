import { activityOf, demoServiceAccountActivity } from '@scout/detection/demo';
import { useState } from 'react';
import { timeZone } from '../../../events/clock.ts';
import { useStore } from '../../../store/useStore.ts';
import { DemoPage } from '../demo/DemoPage.tsx';
import { useDemo } from '../demo/DemoProvider.tsx';
import { DemoServiceAccountsView } from './DemoServiceAccountsView.tsx';

/** The Service Account Activity dashboard in demo mode; its incidents are the demo's detections. */
export default function DemoServiceAccounts() {
  const { seed, detections } = useDemo();
  const activity = activityOf(useStore(detections));
  const [{ risks }] = useState(() => demoServiceAccountActivity(seed, Date.now()));
  return (
    <DemoPage
      title="Service Account Activity"
      subtitle="Real-time monitoring of database access and security incidents"
    >
      <DemoServiceAccountsView activity={activity} risks={risks} timeZone={timeZone} />
    </DemoPage>
  );
}
