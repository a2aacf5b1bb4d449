import { leaving, letRestore, session } from './current.ts';
import { keepSession } from './keeper.ts';
import { leaveWithLastTab } from './lastTab.ts';

/** Restores this tab's session, registers the tab as open, and synchronizes with other tabs. @returns a function that stops it */
export function followSession(page: Window): () => void {
  const stopKeeping = keepSession(session, page);
  const lastTab = leaveWithLastTab(session, page, leaving);
  void lastTab.ready.then(letRestore);
  return () => {
    stopKeeping();
    lastTab.stop();
  };
}
