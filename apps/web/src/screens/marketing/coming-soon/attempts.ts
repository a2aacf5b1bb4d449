import { mayTry, readAttempts, recentAttempts } from '@scout/contract/validation/mailingList';

const KEY = 'scout_mailing_list_attempts';
/** This page alone, where the browser keeps nothing. */
let here: readonly number[] = [];

/** Counts an attempt at `now`, also across reloads and tabs; false if there were too many. */
export function countAttempt(storage: () => Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  let stored: readonly number[] = here;
  try {
    stored = [...new Set([...here, ...readAttempts(storage().getItem(KEY), now)])];
  } catch {}
  if (!mayTry(stored, now)) return false;
  here = [...recentAttempts(stored, now), now];
  try {
    storage().setItem(KEY, JSON.stringify(here));
  } catch {}
  return true;
}
