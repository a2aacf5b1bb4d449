import { DAY } from '@scout/detection/time';

/** Number of the UTC day since the epoch. @param time epoch milliseconds */
export const dayOf = (time: number): number => Math.floor(time / DAY);
