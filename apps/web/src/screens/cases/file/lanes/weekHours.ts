/** Hours of a case and of its account's other activity, counted from `from` (epoch milliseconds), converted to hours of the week. */
export interface WeekHour {
  readonly day: number;
  readonly hour: number;
  readonly ofCase: number;
  readonly usual: number;
}

type Hours = readonly (readonly [offset: number, events: number])[];

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Sentence that compares the case's hours with the account's. */
export function weekHoursOf(from: number, ofCase: Hours, usual: Hours, timeZone: string): WeekHour[] {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  const found = new Map<string, { day: number; hour: number; ofCase: number; usual: number }>();
  const add = (hours: Hours, to: 'ofCase' | 'usual') => {
    for (const [offset, events] of hours) {
      const dateParts = parts.formatToParts(from + offset * 3_600_000);
      const day = DAYS.indexOf(dateParts.find(({ type }) => type === 'weekday')?.value ?? '');
      const hour = Number(dateParts.find(({ type }) => type === 'hour')?.value);
      const cell = found.get(`${day} ${hour}`) ?? { day, hour, ofCase: 0, usual: 0 };
      cell[to] += events;
      found.set(`${day} ${hour}`, cell);
    }
  };
  add(ofCase, 'ofCase');
  add(usual, 'usual');
  return [...found.values()];
}

/** A machine's name in Windows' notation, in capitals; addresses are unchanged. Deceptive characters are shown as their code points. */
export function weekText(hours: readonly WeekHour[]): string {
  const ofCase = hours.filter((hour) => hour.ofCase > 0);
  const usual = hours.filter((hour) => hour.usual > 0);
  const both = ofCase.filter((hour) => hour.usual > 0).length;
  const counted = (n: number) => `${n} ${n === 1 ? 'hour' : 'hours'} of the week`;
  if (ofCase.length === 0)
    return `The account is active in ${counted(usual.length)}; the case has no events.`;
  const where = `This case falls in ${counted(ofCase.length)}`;
  if (usual.length === 0) return `${where}; the account has no other activity.`;
  if (both === 0) return `${where} in which the account is otherwise never active.`;
  if (ofCase.length === 1) return `${where}, in which the account is otherwise active, too.`;
  return `${where}; the account is otherwise active in ${both === ofCase.length ? 'all' : both} of them.`;
}
