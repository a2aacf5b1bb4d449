import { type AccountLane, type LaneTrack, laneTracks } from '@scout/contract';
import { formatCount } from '@scout/ui';

const words: Readonly<Record<LaneTrack, readonly [one: string, more: string]>> = {
  refused: ['refused', 'refused'],
  'signed-in': ['signed in', 'signed in'],
  client: ['database client', 'database clients'],
};

/** Names of the tracks, from top to bottom. */
export const trackTitles: Readonly<Record<LaneTrack, string>> = {
  refused: 'Refused',
  'signed-in': 'Signed in',
  client: 'Database client',
};

type Tracks = Pick<AccountLane, LaneTrack>;

function wordsOf(countOf: (track: LaneTrack) => number): string {
  const counts = laneTracks.flatMap((track) => {
    const count = countOf(track);
    return count === 0 ? [] : [`${formatCount(count)} ${words[track][count === 1 ? 0 : 1]}`];
  });
  return counts.length === 0 ? 'nothing' : counts.join(', ');
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** '345 refused, 12 signed in, 340 of them part of the case'; 'nothing' on a day without activity. */
export function dayWords(tracks: Tracks, day: number): string {
  return withCase(
    wordsOf((track) => tracks[track].all[day]!),
    sum(laneTracks.map((track) => tracks[track].of_case[day]!)),
  );
}

/** The same for all days. */
export function totalWords(tracks: Tracks): string {
  return withCase(
    wordsOf((track) => sum(tracks[track].all)),
    sum(laneTracks.map((track) => sum(tracks[track].of_case))),
  );
}

const withCase = (text: string, ofCase: number) =>
  ofCase === 0 ? text : `${text}; ${formatCount(ofCase)} part of the case`;
