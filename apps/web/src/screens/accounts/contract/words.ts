/** Kinds of use in a contract, in the order of the form. */
export const titlesOfUse: Readonly<Record<string, string>> = {
  'logon:3': 'Network logon',
  'logon:4': 'Scheduled task',
  'logon:5': 'Service',
  'logon:2': 'Sign-in at a machine',
  'logon:10': 'Remote desktop',
  'logon:8': 'Network logon with a clear-text password',
  'logon:9': 'New credentials (runas)',
  explicit: 'Credentials entered by somebody else',
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

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Hours of the day as ranges, `22:00–03:00, 09:00–10:00`; a range may span midnight. */
export function hourRanges(hours: readonly number[]): string {
  const all = new Set(hours);
  if (all.size >= 24) return '00:00–24:00';
  const starts = [...all].filter((hour) => !all.has((hour + 23) % 24)).sort((a, b) => a - b);
  return starts
    .map((start) => {
      let end = start;
      while (all.has(end % 24)) end += 1;
      return `${clock(start)}–${clock(end % 24 === 0 ? 24 : end % 24)}`;
    })
    .join(', ');
}
