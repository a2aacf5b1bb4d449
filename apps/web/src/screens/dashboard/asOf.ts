import { formatTime } from '@scout/ui';
import { timeZone } from '../../events/timeZone.ts';

/** 'Last updated Nov 21, 14:05:32', for panels whose figures are out of date. */
export function asOf(at: number | null): string {
  const parts = formatTime(at, { timeZone });
  return parts === null
    ? 'Not updated since this page was opened'
    : `Last updated ${parts.date}, ${parts.clock}`;
}
