import { limits } from '@scout/contract';
import { eventsUpdated, parkEvents, unparkEvents } from '../store/recentEvents.ts';
import type { Session } from './session.ts';
import { createTabs } from './tabs.ts';

type Message = 'roll-call' | 'last-closed';

const rollCallMs = 60_000;
/** The next page's request may overtake the farewell beacon, so the session is restored again after it must have arrived. */
const afterFarewellMs = limits.session.leaveGraceSeconds * 500;

export interface Leaving {
  /** Tells the server that the browser is leaving; must be sent even while the page closes. */
  sayFarewell(): void;
  /** Ends the cookie's session. */
  end(): Promise<void>;
}

/**
 * Signs out when the browser's last tab closes (spec section 4). A closed tab cannot wait 800 ms itself: the server ends the
 * session after half a minute unless a page requests it, and a tab that opens more than 800 ms later ends it immediately. A
 * reload keeps the tab's session storage, and with it the session and the events.
 * @returns `ready` resolves when the session may be restored
 */
export function leaveWithLastTab(
  session: Session,
  page: Window,
  leaving: Leaving,
): { ready: Promise<void>; stop: () => void } {
  const tabs = createTabs(page, `${Date.now()}-${Math.random().toString(36).slice(2)}`);
  const channel = new BroadcastChannel('scout-tabs');
  const say = (message: Message) => channel.postMessage(message);

  function rollCall() {
    tabs.rollCall();
    say('roll-call');
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    tabs.answer();
    // Another tab mistakenly acted as the last one: restoring cancels its farewell.
    if (data === 'last-closed') void session.restore();
  };

  function close() {
    const state = session.get();
    // While loading, a session and stored events may exist.
    if (!tabs.close(Date.now(), 'claims' in state || state.status === 'loading')) return;
    say('last-closed');
    leaving.sayFarewell();
    parkEvents(page);
  }

  /** The page was restored from the back/forward cache. */
  function reopen(event: PageTransitionEvent) {
    if (!event.persisted) return;
    unparkEvents(page);
    page.dispatchEvent(new Event(eventsUpdated));
    tabs.open(Date.now());
    rollCall();
    void session.restore();
  }

  function onVisibility() {
    if (page.document.visibilityState === 'visible') rollCall();
  }

  const opening = tabs.open(Date.now());
  rollCall();
  const again = opening === 'back' ? page.setTimeout(() => void session.restore(), afterFarewellMs) : 0;
  const timer = page.setInterval(rollCall, rollCallMs);
  page.addEventListener('pagehide', close);
  page.addEventListener('pageshow', reopen);
  page.document.addEventListener('visibilitychange', onVisibility);

  return {
    // If ending fails, restoring fails too, so the session is not shown.
    ready: opening === 'late' ? leaving.end().catch(() => {}) : Promise.resolve(),
    stop() {
      page.clearTimeout(again);
      page.clearInterval(timer);
      page.removeEventListener('pagehide', close);
      page.removeEventListener('pageshow', reopen);
      page.document.removeEventListener('visibilitychange', onVisibility);
      channel.close();
    },
  };
}
