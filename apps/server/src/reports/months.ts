/** A calendar month in a time zone; times in epoch milliseconds. */
export interface Month {
  /** Such as 2026-11. */
  readonly name: string;
  readonly timeZone: string;
  readonly from: number;
  /** The first moment after it. */
  readonly to: number;
}

/** The month of this name. @throws RangeError for an unknown zone or a name that is none */
export function monthOf(name: string, timeZone: string): Month {
  const month = Temporal.PlainYearMonth.from(name);
  const startOf = (some: Temporal.PlainYearMonth) =>
    some.toPlainDate({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
  return { name: month.toString(), timeZone, from: startOf(month), to: startOf(month.add({ months: 1 })) };
}

/** The month in which a moment lies. */
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

/** The days of a month with the moments at which they begin, which is not always midnight. */
export function daysOf({ name, timeZone }: Month): { day: string; from: number }[] {
  const month = Temporal.PlainYearMonth.from(name);
  return Array.from({ length: month.daysInMonth }, (_, index) => {
    const day = month.toPlainDate({ day: index + 1 });
    return { day: day.toString(), from: day.toZonedDateTime(timeZone).epochMilliseconds };
  });
}
