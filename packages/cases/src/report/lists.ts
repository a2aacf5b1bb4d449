/** Names listed in a sentence; further ones are counted. */
const NAMES = 20;
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** "three", "12" */
export const numberWord = (count: number): string => NUMBERS[count] ?? count.toLocaleString('en-US');

/** "WS-001, WS-002 and WS-003"; of many the first ones: "WS-001, … and 40 more". */
export function listOf(names: readonly string[]): string {
  const [only] = names;
  if (only === undefined || names.length === 1) return only ?? '';
  const listed = names.length > NAMES ? names.slice(0, NAMES) : names.slice(0, -1);
  const rest = names.length > NAMES ? `${names.length - NAMES} more` : names[names.length - 1];
  return `${listed.join(', ')} and ${rest}`;
}
