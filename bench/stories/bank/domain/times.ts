import { ZONES, type Zone } from '../calendar.ts';
import type { Draw } from '../draw.ts';

/** Calendar of a bank: its time zones, and the nights of its patches. */
export type Times = {
  /** Zone of its head office, where changes are made. */
  home: Zone;
  zones: Readonly<Record<Zone, number>>;
  patches: {
    /** Weekday of the nights; Sunday is 0. */
    weekday: number;
    /** Weeks from one night to the next. */
    every: number;
    /** Share of the servers that restart. */
    share: number;
  };
};

export function drawTimes(draw: Draw): Times {
  const home = draw.weighted(ZONES);
  const abroad = draw.real(0.05, 0.5);
  const names = Object.keys(ZONES) as Zone[];
  const zones = Object.fromEntries(
    names.map((zone) => [zone, zone === home ? 1 - abroad : abroad / (names.length - 1)]),
  ) as Record<Zone, number>;
  return {
    home,
    zones,
    patches: {
      weekday: draw.pick([6, 6, 0, 3, 4]),
      every: draw.pick([1, 2, 2, 4]),
      share: draw.real(0.1, 0.7),
    },
  };
}
