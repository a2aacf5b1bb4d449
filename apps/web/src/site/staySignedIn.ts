import { session } from '../session/current.ts';
import { followSession } from '../session/followSession.ts';
import { unparkEvents } from '../store/recentEvents.ts';

/**
 * Keeps the session alive while a public page is open, because it is also a tab of the product, and replaces the header's hint
 * (Dashboard and Log Out instead of Log In) by the actual state.
 */
export function staySignedIn(page: Window): void {
  unparkEvents(page);
  followSession(page);
  session.subscribe(() => {
    const { dataset } = page.document.documentElement;
    if (session.get().status === 'signed-in') dataset.signedIn = '';
    else delete dataset.signedIn;
  });
  const button = page.document.querySelector<HTMLElement>('[data-log-out]');
  button?.addEventListener('click', () => {
    void import('./askToLogOut.tsx').then(({ askToLogOut }) => askToLogOut(button));
  });
}
