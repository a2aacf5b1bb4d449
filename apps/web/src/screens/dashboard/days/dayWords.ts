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

/** 'Peak 14 on Nov 18'; of a chart without an incident, null. */
export function peakWords(points: readonly KnownPoint[], until: string): string | null {
  const most = Math.max(...points.map(({ y }) => y ?? 0));
  if (most === 0) return null;
  const peak = points.findIndex(({ y }) => y === most);
  return `Peak ${formatCount(most)} on ${wordsOf(dayOfPoint(points.length, peak, until))}`;
}
