import { timeZone } from '../../../events/clock.ts';
import { useStore } from '../../../store/useStore.ts';
import { DemoPage } from '../demo/DemoPage.tsx';
import { useDemo } from '../demo/DemoProvider.tsx';
import { DemoInteractiveLogonsView } from './DemoInteractiveLogonsView.tsx';

/** The Interactive Logons dashboard in demo mode. */
export default function DemoInteractiveLogons() {
  const figures = useStore(useDemo().interactiveLogons);
  return (
    <DemoPage
      title="Interactive Logons"
      subtitle="Real-time monitoring of user session activity and access patterns"
    >
      <DemoInteractiveLogonsView figures={figures} timeZone={timeZone} />
    </DemoPage>
  );
}
