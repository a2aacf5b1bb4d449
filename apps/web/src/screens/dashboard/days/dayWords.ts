import { formatCount } from '@scout/ui';
import { wordsOf } from '../../../view/range.ts';
import { dayOfPoint, type KnownPoint } from './gaps.ts';

/** 'Nov 12: 14 incidents'; of a gap 'Oct 23: no data yet'. */
export function pointWords(points: readonly KnownPoint[], index: number, until: string): string {
  const day = wordsOf(dayOfPoint(points.length, index, until));
  const count = points[index]?.y ?? null;
  if (count === null) return `${day}: no data yet`;
  return `${day}: ${formatCount(count)} ${count === 1 ? 'incident' : 'incidents'}`;
}

/** 'Since Nov 12, most on Nov 18: 14', from the day of the first incident; of a chart without one, null. */
export function sinceWords(points: readonly KnownPoint[], until: string): string | null {
  const day = (index: number) => wordsOf(dayOfPoint(points.length, index, until));
  const first = points.findIndex(({ y }) => y !== null && y > 0);
  if (first === -1) return null;
  const most = Math.max(...points.map(({ y }) => y ?? 0));
  const peak = points.findIndex(({ y }) => y === most);
  // The first day of the range may continue what was before it.
  const since = first === 0 ? `${day(first)} or before` : day(first);
  return `Since ${since}, most on ${day(peak)}: ${formatCount(most)}`;
}
