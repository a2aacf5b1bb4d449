import { DAY } from '@scout/detection/time';
import { formatTime } from '@scout/ui';

/** Preset ranges. `30d` is the specification's 720 hours; the others are whole days of the viewer. */
export const presets = [
  { value: '1d', days: 1, label: 'Today', within: 'today' },
  { value: '7d', days: 7, label: 'Last 7 days', within: 'in the last 7 days' },
  { value: '30d', days: 30, label: 'Last 30 days', within: 'in the last 30 days' },
  { value: '90d', days: 90, label: 'Last 90 days', within: 'in the last 90 days' },
  { value: '365d', days: 365, label: 'Last 365 days', within: 'in the last 365 days' },
] as const;

export type PresetRange = (typeof presets)[number]['value'];

/** The range of figures: a preset, or the viewer's days from and to, inclusive (`YYYY-MM-DD`). */
export type Range = PresetRange | { readonly from: string; readonly to: string };

export const defaultRange: PresetRange = '30d';

/** The viewer's day at a time (epoch ms), `YYYY-MM-DD`. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The start of the viewer's day `days` after `day`, as epoch ms. */
export function startOfDay(day: string, days = 0): number {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + days).getTime();
}

/** True for a valid calendar day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && dayOf(startOfDay(text)) === text;
}

/** The oldest day that may be requested of an organization that keeps events for this many days. */
export const oldestDay = (now: number, keptDays: number): string => dayOf(now - (keptDays - 1) * DAY);

/** Fault of a custom range, or undefined. */
export function daysProblem(
  { from, to }: { from: string; to: string },
  now: number,
  keptDays: number,
): string | undefined {
  if (!isDay(from) || !isDay(to)) return 'Choose both days.';
  if (from > to) return 'From must not be later than To.';
  if (to > dayOf(now)) return 'To must not be later than today.';
  return from < oldestDay(now, keptDays) ? `Events are kept for ${keptDays} days.` : undefined;
}

/** The parameters of a range for calls (ISO): none for the default range, and no end for a range that ends now. */
export function windowOf(range: Range, now: number): { from?: string; to?: string } {
  if (range === defaultRange) return {};
  if (typeof range !== 'string') {
    const end = startOfDay(range.to, 1) - 1;
    return {
      from: new Date(startOfDay(range.from)).toISOString(),
      ...(end < now && { to: new Date(end).toISOString() }),
    };
  }
  const { days } = presets.find(({ value }) => value === range)!;
  return { from: new Date(startOfDay(dayOf(now), 1 - days)).toISOString() };
}

/** The parameters of one day of the viewer for calls. */
export function windowOfDay(day: string): { from: string; to: string } {
  return {
    from: new Date(startOfDay(day)).toISOString(),
    to: new Date(startOfDay(day, 1) - 1).toISOString(),
  };
}

/** 'Last 7 days'; 'Oct 01 – Oct 15'. */
export function labelOf(range: Range): string {
  if (typeof range === 'string') return presets.find(({ value }) => value === range)!.label;
  return range.from === range.to ? wordsOf(range.from) : `${wordsOf(range.from)} – ${wordsOf(range.to)}`;
}

/** The range within a sentence: 'in the last 7 days', 'from Oct 01 to Oct 15'. */
export function withinWords(range: Range): string {
  if (typeof range === 'string') return presets.find(({ value }) => value === range)!.within;
  return range.from === range.to
    ? `on ${wordsOf(range.from)}`
    : `from ${wordsOf(range.from)} to ${wordsOf(range.to)}`;
}

/** 'Oct 01', with the year if it is not the current one. */
export function wordsOf(day: string): string {
  return formatTime(startOfDay(day))!.date;
}
