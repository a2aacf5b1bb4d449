/** Milliseconds of a UTC day. */
export const DAY = 24 * 60 * 60 * 1000;

/** Number of the UTC day since the epoch. @param time epoch milliseconds */
export const dayOf = (time: number): number => Math.floor(time / DAY);
