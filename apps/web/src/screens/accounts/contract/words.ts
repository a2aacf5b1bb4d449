/** Kinds of use in a contract, in the order of the form. */
export const titlesOfUse: Readonly<Record<string, string>> = {
  'logon:3': 'Network logon',
  'logon:4': 'Scheduled task',
  'logon:5': 'Service',
  'logon:2': 'Console logon',
  'logon:10': 'Remote desktop',
  'logon:8': 'Network logon with a clear-text password',
  'logon:9': 'New credentials (runas)',
  explicit: 'Credentials entered by someone else',
  command: 'Credentials on a command line',
};

/** A kind of use in words; an unknown one is unchanged. */
export function titleOfUse(kind: string): string {
  if (kind === 'logon:*') return 'Any logon';
  return (
    (Object.hasOwn(titlesOfUse, kind) ? titlesOfUse[kind] : undefined) ??
    kind.replace('logon:', 'Logon type ')
  );
}

const DAY = 24 * 60;
const ofDay = (minutes: number): number => ((minutes % DAY) + DAY) % DAY;
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The viewer's present offset from UTC, in minutes: contracts hold hours of UTC. */
export const presentOffset = (): number => -new Date().getTimezoneOffset();

/** `UTC+1`, `UTC−3:30`. */
export function zoneWords(offset: number): string {
  if (offset === 0) return 'UTC';
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
}

/** The time at which an hour of UTC begins. */
export const hourWords = (hour: number, offset: number): string => clock(ofDay(hour * 60 + offset));

/** Hours of UTC in the order of a day with this offset. */
export const hoursFrom = (offset: number): number[] =>
  Array.from({ length: 24 }, (_, hour) => hour).sort(
    (a, b) => ofDay(a * 60 + offset) - ofDay(b * 60 + offset),
  );

/** Hours of UTC as ranges of a day with this offset, `22:00–03:00, 09:00–10:00`; a range may span midnight. */
export function hourRanges(hours: readonly number[], offset: number): string {
  const all = new Set(hours);
  if (all.size >= 24) return '00:00–24:00';
  const starts = hoursFrom(offset).filter((hour) => all.has(hour) && !all.has((hour + 23) % 24));
  return starts
    .map((start) => {
      let end = start;
      while (all.has(end % 24)) end += 1;
      return `${hourWords(start, offset)}–${clock(ofDay(end * 60 + offset) || DAY)}`;
    })
    .join(', ');
}
