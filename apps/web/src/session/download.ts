import { limits } from '@scout/contract';

/** Time until which a download counts as running, in local storage. */
const key = 'scout_download_until';

/** Records that a download has started: closing the last tab does not sign out during `forMs`. */
export function noteDownload(
  storage: Pick<Storage, 'setItem'>,
  now: number,
  forMs: number = limits.timers.agentDownloadFlagSeconds * 1_000,
): void {
  storage.setItem(key, String(now + forMs));
}

/** True while a download counts as running. */
export function isDownloading(storage: Pick<Storage, 'getItem'>, now: number): boolean {
  return now < Number(storage.getItem(key));
}
