/** A calendar month in a time zone; times in epoch milliseconds. */
export interface Month {
  /** For example 2026-11. */
  readonly name: string;
  readonly timeZone: string;
  readonly from: number;
  /** Exclusive end. */
  readonly to: number;
}

/** The month with this name. @throws RangeError for an unknown zone or an invalid name */
export function monthOf(name: string, timeZone: string): Month {
  const month = Temporal.PlainYearMonth.from(name);
  const startOf = (some: Temporal.PlainYearMonth) =>
    some.toPlainDate({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
  return { name: month.toString(), timeZone, from: startOf(month), to: startOf(month.add({ months: 1 })) };
}

/** The month containing a time. */
export const monthAt = (time: number, timeZone: string): Month =>
  monthOf(
    Temporal.Instant.fromEpochMilliseconds(time)
      .toZonedDateTimeISO(timeZone)
      .toPlainDate()
      .toPlainYearMonth()
      .toString(),
    timeZone,
  );

export const monthBefore = ({ name, timeZone }: Month): Month =>
  monthOf(Temporal.PlainYearMonth.from(name).subtract({ months: 1 }).toString(), timeZone);

/** The days of a month with their start times, which are not always midnight. */
export function daysOf({ name, timeZone }: Month): { day: string; from: number }[] {
  const month = Temporal.PlainYearMonth.from(name);
  return Array.from({ length: month.daysInMonth }, (_, index) => {
    const day = month.toPlainDate({ day: index + 1 });
    return { day: day.toString(), from: day.toZonedDateTime(timeZone).epochMilliseconds };
  });
}
