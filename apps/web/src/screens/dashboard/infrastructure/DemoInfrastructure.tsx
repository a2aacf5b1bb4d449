import { demoInfrastructureChanges } from '@scout/detection/demo';
import { useState } from 'react';
import { timeZone } from '../../../events/clock.ts';
import { DemoPage } from '../demo/DemoPage.tsx';
import { useDemo } from '../demo/DemoProvider.tsx';
import { DemoInfrastructureView } from './DemoInfrastructureView.tsx';

/** The Infrastructure Changes dashboard in demo mode. */
export default function DemoInfrastructure() {
  const { seed } = useDemo();
  const [changes] = useState(() => demoInfrastructureChanges(seed, Date.now()));
  return (
    <DemoPage
      title="Infrastructure Changes"
      subtitle="Real-time monitoring of system modifications and configuration updates"
    >
      <DemoInfrastructureView changes={changes} timeZone={timeZone} />
    </DemoPage>
  );
}
