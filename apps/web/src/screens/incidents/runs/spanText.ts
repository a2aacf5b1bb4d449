import { formatTime } from '@scout/ui';

/** A time range to the minute, in the viewer's time zone: "Nov 12 07:58 – 08:09", "Nov 12 07:58 – Nov 14 08:09", "Nov 12 07:58". */
export function spanText(first: string, last: string, timeZone: string, now?: number): string {
  const [from, to] = [first, last].map((time) => formatTime(time, { timeZone, now }));
  if (from == null || to == null) return '';
  const [begin, end] = [from, to].map(({ date, clock }) => ({ date, minute: clock.slice(0, 5) }));
  const start = `${begin!.date} ${begin!.minute}`;
  if (begin!.date !== end!.date) return `${start} – ${end!.date} ${end!.minute}`;
  return begin!.minute === end!.minute ? start : `${start} – ${end!.minute}`;
}
