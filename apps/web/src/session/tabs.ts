import { limits } from '@scout/contract';
import { isDownloading } from './download.ts';

/** One entry a tab, in the storage that all tabs share: as many as there are tabs open. */
const prefix = 'scout_open_tab:';
/** When the last tab closed while somebody was signed in, until the next one opens. */
const closedKey = 'scout_last_tab_closed';
/** In the tab's own storage, which outlives a reload and not its closing. */
const wasHereKey = 'scout_tab';

type Storages = Pick<Window, 'localStorage' | 'sessionStorage'>;

/**
 * 'first': no last tab has closed. 'back': one has, and this is it, loaded again; or that was just now. 'late': this is
 * another tab, more than {@link limits.timers.lastTabLogoutMs} later.
 */
export type Opening = 'first' | 'back' | 'late';

/** Tabs of one browser, as they count each other. */
export interface Tabs {
  /** Enters this tab, and says how it comes back, if the last one has closed. */
  open(now: number): Opening;
  /** Takes this tab out. True when it was the last one and no download runs: then the session is over. */
  close(now: number, isSignedIn: boolean): boolean;
  /** Enters this tab again if another one's roll call, or mistake, has dropped it. */
  answer(): void;
  /** Drops every other tab: those that are still open answer, those that crashed do not. */
  rollCall(): void;
  count(): number;
}

export function createTabs({ localStorage, sessionStorage }: Storages, id: string): Tabs {
  const mine = `${prefix}${id}`;

  const keys = () =>
    Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '').filter((key) =>
      key.startsWith(prefix),
    );

  return {
    open(now) {
      const wasHere = sessionStorage.getItem(wasHereKey) !== null;
      const closed = localStorage.getItem(closedKey);
      localStorage.removeItem(closedKey);
      sessionStorage.setItem(wasHereKey, 'true');
      localStorage.setItem(mine, String(now));
      if (closed === null) return 'first';
      return wasHere || now - Number(closed) <= limits.timers.lastTabLogoutMs ? 'back' : 'late';
    },
    close(now, isSignedIn) {
      localStorage.removeItem(mine);
      if (!isSignedIn || keys().length > 0 || isDownloading(localStorage, now)) return false;
      localStorage.setItem(closedKey, String(now));
      return true;
    },
    answer() {
      localStorage.removeItem(closedKey);
      if (localStorage.getItem(mine) === null) localStorage.setItem(mine, '0');
    },
    rollCall() {
      for (const key of keys()) if (key !== mine) localStorage.removeItem(key);
    },
    count: () => keys().length,
  };
}
