import { limits } from '@scout/contract';
import { isDownloading } from './download.ts';

/** Prefix of the local storage entries, one per open tab. */
const prefix = 'scout_open_tab:';
/** Time the last tab closed during a session; removed by the next tab. */
const closedKey = 'scout_last_tab_closed';
/** In session storage, which survives a reload but not closing the tab. */
const wasHereKey = 'scout_tab';

type Storages = Pick<Window, 'localStorage' | 'sessionStorage'>;

/**
 * 'first': no last tab has closed. 'back': one has, and this is the same tab reloaded, or it closed just now. 'late': this is
 * another tab, more than {@link limits.timers.lastTabLogoutMs} later.
 */
export type Opening = 'first' | 'back' | 'late';

/** The registry of this browser's open tabs. */
export interface Tabs {
  /** Registers this tab, and returns its relation to a closed last tab. */
  open(now: number): Opening;
  /** Removes this tab. True if it was the last one without a running download, which ends the session. */
  close(now: number, isSignedIn: boolean): boolean;
  /** Registers this tab again if another tab's roll call or wrong farewell removed it. */
  answer(): void;
  /** Removes every other tab: open tabs respond by registering again, crashed ones do not. */
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
