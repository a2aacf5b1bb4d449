import { unparkEvents } from '../events/storage.ts';
import { session } from '../session/current.ts';
import { followSession } from '../session/followSession.ts';

/**
 * A public page is a tab of the product too: who is signed in stays so while it is open. What it offers them (Dashboard
 * and Log Out instead of Log In) was only a hint so far; now it is known.
 */
export function staySignedIn(page: Window): void {
  unparkEvents(page);
  followSession(page);
  session.subscribe(() => {
    const { dataset } = page.document.documentElement;
    if (session.getState().status === 'signed-in') dataset.signedIn = '';
    else delete dataset.signedIn;
  });
  const button = page.document.querySelector<HTMLElement>('[data-log-out]');
  button?.addEventListener('click', () => {
    void import('./LogOut.tsx').then(({ askToLogOut }) => askToLogOut(button));
  });
}
