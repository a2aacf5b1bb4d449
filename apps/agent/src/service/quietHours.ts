import type { QuietHours } from '@scout/contract/agentConfiguration';

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** True within quiet hours, by the machine's clock. Those over midnight belong to the day on which they begin. */
export function isQuiet({ days, from, to }: QuietHours, now: Date): boolean {
  const minute = now.getHours() * 60 + now.getMinutes();
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const today = now.getDay();
  if (begin < end) return days.includes(today) && minute >= begin && minute < end;
  return (days.includes(today) && minute >= begin) || (days.includes((today + 6) % 7) && minute < end);
}
