/** UTF-16 units of a key that are kept. Two keys of three bytes a unit still fit an index row, which holds 2,704 bytes. */
const KEY_UNITS = 256;

/**
 * A key of detection as the database keeps it. No real name is as long as the bound, but whoever fails to log on may type one,
 * and a key that an index refuses would refuse its whole batch for ever.
 */
export function boundedKey(key: string): string {
  return key.length <= KEY_UNITS ? key : key.slice(0, KEY_UNITS).toWellFormed();
}
