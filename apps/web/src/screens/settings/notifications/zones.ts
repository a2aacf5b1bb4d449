/** IANA names known to this browser, with UTC and the current one first. */
export const zonesWith = (present: string | null): string[] => [
  ...new Set([...(present === null ? [] : [present]), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];
