/** IANA names that this browser knows, with UTC and the present one first. */
export const zonesWith = (present: string | null): string[] => [
  ...new Set([...(present === null ? [] : [present]), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];
