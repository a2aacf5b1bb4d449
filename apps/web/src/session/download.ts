import { limits } from '@scout/contract';

/** Until when a download counts as running, in the storage that all tabs share. */
const key = 'scout_download_until';

/** Notes that a download has begun: for a while, closing the last tab does not sign out. */
export function noteDownload(
  storage: Pick<Storage, 'setItem'>,
  now: number,
  forMs: number = limits.timers.agentDownloadFlagSeconds * 1_000,
): void {
  storage.setItem(key, String(now + forMs));
}

/** Whether a download runs now. */
export function isDownloading(storage: Pick<Storage, 'getItem'>, now: number): boolean {
  return now < Number(storage.getItem(key));
}
