import { limits } from '@scout/contract';
import { eventsUpdated, parkEvents, unparkEvents } from '../events/storage.ts';
import type { Session } from './session.ts';
import { createTabs } from './tabs.ts';

type Message = 'roll-call' | 'last-closed';

const rollCallMs = 60_000;
/** A farewell may be overtaken by the page that loads after it: asked again once it must have arrived. */
const afterFarewellMs = limits.session.leaveGraceSeconds * 500;

export interface Leaving {
  /** Tells the server that the browser leaves; must outlive the page. */
  sayFarewell(): void;
  /** Ends the session of the cookie. */
  end(): Promise<void>;
}

/**
 * Signs out when the browser's last tab closes (spec section 4). Nothing can wait 800 ms in a tab that is gone, so two
 * sides do: the server ends the session in half a minute unless a page asks for it, and a tab that opens more than 800 ms
 * later ends it at once. A reload keeps the tab's own storage and therefore comes back to its session and its events.
 * @returns `ready`: the session may be restored; `stop`.
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
    // Another tab took itself for the last one: take its farewell back.
    if (data === 'last-closed') void session.restore();
  };

  function close() {
    const state = session.getState();
    // A tab closed before the session is known may well have one, and stored events.
    if (!tabs.close(Date.now(), 'claims' in state || state.status === 'loading')) return;
    say('last-closed');
    leaving.sayFarewell();
    parkEvents(page);
  }

  /** Back from the browser's history, as it was left. */
  function comeBack(event: PageTransitionEvent) {
    if (!event.persisted) return;
    unparkEvents(page);
    page.dispatchEvent(new Event(eventsUpdated));
    tabs.open(Date.now());
    rollCall();
    void session.restore();
  }

  function lookUp() {
    if (page.document.visibilityState === 'visible') rollCall();
  }

  const opening = tabs.open(Date.now());
  rollCall();
  const again = opening === 'back' ? page.setTimeout(() => void session.restore(), afterFarewellMs) : 0;
  const timer = page.setInterval(rollCall, rollCallMs);
  page.addEventListener('pagehide', close);
  page.addEventListener('pageshow', comeBack);
  page.document.addEventListener('visibilitychange', lookUp);

  return {
    // A session that cannot be ended now is not shown either: what fails here fails the restoring that follows.
    ready: opening === 'late' ? leaving.end().catch(() => {}) : Promise.resolve(),
    stop() {
      page.clearTimeout(again);
      page.clearInterval(timer);
      page.removeEventListener('pagehide', close);
      page.removeEventListener('pageshow', comeBack);
      page.document.removeEventListener('visibilitychange', lookUp);
      channel.close();
    },
  };
}
