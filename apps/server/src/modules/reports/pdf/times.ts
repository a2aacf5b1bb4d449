const parts = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

/** `1 Nov 2026, 00:00 Europe/Zurich (31 Oct, 23:00 UTC)`. */
export function zoned(iso: string, timeZone: string): string {
  const time = new Date(iso);
  const local = new Intl.DateTimeFormat('en-GB', { ...parts, year: 'numeric', timeZone }).format(time);
  if (timeZone === 'UTC') return `${local} UTC`;
  return `${local} ${timeZone} (${new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(time)} UTC)`;
}

/** `14 Oct, 02:14 (00:14 UTC)`, for cells; with the UTC day if different. */
export function zonedShort(iso: string, timeZone: string): string {
  const time = new Date(iso);
  const [local, utc] = [timeZone, 'UTC'].map((zone) =>
    new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: zone }).format(time),
  ) as [string, string];
  if (timeZone === 'UTC') return `${local} UTC`;
  const [day, clock] = utc.split(', ');
  return `${local} (${local.startsWith(`${day},`) ? clock : utc} UTC)`;
}

/** `1 Oct 2026, 00:00 to 1 Nov 2026, 00:00 Europe/Zurich (30 Sept, 22:00 to 31 Oct, 23:00 UTC)`. */
export function zonedPeriod(from: string, to: string, timeZone: string): string {
  const year = new Intl.DateTimeFormat('en-GB', { ...parts, year: 'numeric', timeZone });
  const utc = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' });
  const local = `${year.format(new Date(from))} to ${year.format(new Date(to))} ${timeZone}`;
  return timeZone === 'UTC'
    ? local
    : `${local} (${utc.format(new Date(from))} to ${utc.format(new Date(to))} UTC)`;
}
