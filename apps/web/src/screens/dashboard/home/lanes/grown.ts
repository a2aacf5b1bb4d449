import { type AccountLane, type LaneTrack, laneTracks } from '@scout/contract';
import { useState } from 'react';

/** A day on a track of a lane. */
export interface DayMark {
  readonly track: LaneTrack;
  readonly day: number;
}

type Counts = Pick<AccountLane, LaneTrack>;

/** The days with more events than before; the days of the two may differ by those that passed meanwhile. */
export function grownMarks(
  before: { lane: Counts; days: readonly string[] },
  after: { lane: Counts; days: readonly string[] },
): DayMark[] {
  return laneTracks.flatMap((track) =>
    after.lane[track].all.flatMap((count, day) => {
      const at = before.days.indexOf(after.days[day]!);
      const known = at < 0 ? 0 : before.lane[track].all[at]!;
      return count > known ? [{ track, day }] : [];
    }),
  );
}

/** The marks that grew with the last change of a lane, and the number of changes. */
export function useGrown(lane: Counts, days: readonly string[]): { marks: readonly DayMark[]; turn: number } {
  const [seen, setSeen] = useState({ lane, days, marks: [] as readonly DayMark[], turn: 0 });
  if (seen.lane === lane) return seen;
  const next = { lane, days, marks: grownMarks(seen, { lane, days }), turn: seen.turn + 1 };
  setSeen(next);
  return next;
}
