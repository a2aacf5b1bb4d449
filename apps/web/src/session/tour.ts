/** Set once somebody finished or skipped the guided tour in this browser (spec section 4). */
const completedKey = 'scout_tour_completed';

/** Whether the tour was finished or skipped before; then it starts only when asked for. */
export function isTourCompleted(storage: Pick<Storage, 'getItem'>): boolean {
  return storage.getItem(completedKey) !== null;
}

/** Finishing and skipping are the same: the tour has been offered. */
export function completeTour(storage: Pick<Storage, 'setItem'>): void {
  storage.setItem(completedKey, 'true');
}
