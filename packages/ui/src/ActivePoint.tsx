import { type RefObject, useEffect } from 'react';
import { useActiveTooltipDataPoints } from 'recharts';

/** Inside of a chart: keeps the point that the pointer or the arrow keys are at, null when they are at none. */
export function ActivePoint<Point>({ point }: { point: RefObject<Point | null> }) {
  const points = useActiveTooltipDataPoints<Point>();
  useEffect(() => {
    point.current = points?.[0] ?? null;
  });
  return null;
}
