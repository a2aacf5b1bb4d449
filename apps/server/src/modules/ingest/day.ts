import { DAY } from '@scout/detection/time';

/** Number of the UTC day since the epoch. @param time epoch milliseconds */
export const dayOf = (time: number): number => Math.floor(time / DAY);

/** The UTC day as SQL's `date`: YYYY-MM-DD. @param time epoch milliseconds */
export const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10);
