/** Minutes after midnight of a local day. Spans midnight if the end is smaller than the start. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** Time of the daily summary, in minutes after midnight. */
const SUMMARY_AT = 8 * 60;

/** End of the quiet hours that contain `now`, or `now` outside of them. Epoch milliseconds. @throws RangeError for an unknown zone */
export function endOfQuiet(now: number, quiet: QuietHours | null, timeZone: string): number {
  if (quiet === null || quiet.from === quiet.to) return now;
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const minute = local.hour * 60 + local.minute;
  const isOvernight = quiet.from > quiet.to;
  const isQuiet = isOvernight
    ? minute >= quiet.from || minute < quiet.to
    : minute >= quiet.from && minute < quiet.to;
  return isQuiet ? nextAt(now, quiet.to, timeZone) : now;
}

/** Time of the next daily summary, epoch milliseconds. */
export const nextSummary = (now: number, timeZone: string): number => nextAt(now, SUMMARY_AT, timeZone);

/** Next time after `now` at which a local clock shows this minute of the day; a minute skipped by a clock change is shifted. */
function nextAt(now: number, minute: number, timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 });
  for (let days = 0; ; days += 1) {
    const moment = today.add({ days }).toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
    if (moment > now) return moment;
  }
}
