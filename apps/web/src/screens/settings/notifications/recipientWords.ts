import type { AlertDelivery, AlertRecipient, CaseSeverity } from '@scout/contract';

export const severityTitles: Readonly<Record<CaseSeverity, string>> = {
  critical: 'Critical only',
  high: 'High and critical',
  medium: 'Medium and above',
  low: 'All',
};

export const deliveryTitles: Readonly<Record<AlertDelivery, string>> = {
  each: 'One email per case',
  daily: 'One email a day',
};

/** "22:00–06:00", with the zone if it is not the organization's, or "None". */
export function quietText({
  quiet_hours,
  time_zone,
}: Pick<AlertRecipient, 'quiet_hours' | 'time_zone'>): string {
  if (quiet_hours === null) return 'None';
  const hours = `${clockOf(quiet_hours.from)}–${clockOf(quiet_hours.to)}`;
  return time_zone === null ? hours : `${hours} ${time_zone}`;
}

/** "07:05" for a minute of the day. */
export const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The minute of the day of "07:05"; null if invalid. */
export function minuteOf(clock: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}
