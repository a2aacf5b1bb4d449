import { forgetEvents } from '../store/recentEvents.ts';
import { dropReturnPath } from './returnPath.ts';
import type { Session, SessionState } from './session.ts';
import { forgetSubscription } from './subscription.ts';

/** Tabs of one browser share the cookie, so they announce sign-ins and sign-outs to each other. */
type TabMessage = 'signed-in' | 'signed-out';

/**
 * Restores the session of this tab and removes the browser's data about a person when it ends, in this tab or another: events and
 * the subscription.
 * @returns a function that stops it
 */
export function keepSession(session: Session, page: Window): () => void {
  const tabs = new BroadcastChannel('scout-session');
  let before = session.get();
  let received: TabMessage | null = null;

  const stopListening = session.subscribe(() => {
    const state = session.get();
    if (state.status === 'signed-out' && before.status !== 'signed-out') {
      forgetEvents(page);
      forgetSubscription(page);
      if (state.deliberate) dropReturnPath(page.sessionStorage);
    }
    const message = messageFor(before, state);
    before = state;
    if (message !== null && message !== received) tabs.postMessage(message);
    received = null;
  });

  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    received = data;
    if (data === 'signed-out') session.forget(true);
    else void session.restore();
  };

  void session.restore();
  return () => {
    stopListening();
    tabs.close();
  };
}

/** Message to other tabs about a change; none for a restored session. */
function messageFor(before: SessionState, after: SessionState): TabMessage | null {
  if (after.status === 'signed-out') return after.deliberate && 'claims' in before ? 'signed-out' : null;
  const signedIn = before.status === 'signed-out' || before.status === 'second-factor';
  return after.status === 'signed-in' && signedIn ? 'signed-in' : null;
}
