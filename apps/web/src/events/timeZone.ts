/** The viewer's time zone; the days of a trend are theirs. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
