/** Results of each of two generations: names that repeat are in one of them, and a flood of others only empties the older. */
const RESULTS = 256;
/** Longer names are not remembered, so that a generation holds at most 32 KiB of text. */
const NAME_UNITS = 64;

/** Remembers a predicate's results for the names asked last. Its memory is bounded, whatever is asked. */
export function remembered(predicate: (name: string) => boolean): (name: string) => boolean {
  let young = new Map<string, boolean>();
  let old = new Map<string, boolean>();
  return (name) => {
    if (name.length > NAME_UNITS) return predicate(name);
    const known = young.get(name);
    if (known !== undefined) return known;
    const result = old.get(name) ?? predicate(name);
    if (young.size >= RESULTS) {
      old = young;
      young = new Map();
    }
    young.set(copyOf(name), result);
    return result;
  };
}

/** Units of the longest text that an engine copies instead of referring to the text that it is a part of. */
const COPIED_UNITS = 12;

/** The same text in its own memory: a part of a long line would keep the whole line. */
function copyOf(text: string): string {
  if (text.length <= COPIED_UNITS) return text;
  const units: number[] = [];
  for (let at = 0; at < text.length; at += 1) units.push(text.charCodeAt(at));
  return String.fromCharCode(...units);
}
