/** Whether version `a` is newer than `b`, by their numbers ('0.10.0' is newer than '0.9.3'). What is no version is not newer. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  if (!left || !right) return false;
  const at = left.findIndex((number, index) => number !== right[index]);
  return at !== -1 && left[at]! > right[at]!;
}

/** Of '1.2.3', with or without a suffix after a hyphen or plus, which does not count. */
function numbersOf(version: string): readonly number[] | undefined {
  const found = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:[-+].*)?$/.exec(version.trim());
  return found?.slice(1).map(Number);
}
