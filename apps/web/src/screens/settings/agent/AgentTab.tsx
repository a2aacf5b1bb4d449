import { titled } from '../../../title.ts';
import { PaidTab } from '../PaidTab.tsx';
import { Fleet } from './Fleet.tsx';

export const meta = titled('Agent');

/** The agents of a subscribed organization. */
export default function AgentTab() {
  return (
    <PaidTab name="agent">
      <Fleet />
    </PaidTab>
  );
}
