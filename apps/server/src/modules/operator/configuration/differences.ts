/** Maximum characters of a value in a change. */
const VALUE_MAX = 200;

/** A value in a change, in one line. */
export function valueText(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? value.length === 0
          ? 'none'
          : value.map(String).join(', ')
        : value === null
          ? 'none'
          : JSON.stringify(value);
  return text.length <= VALUE_MAX ? text : `${text.slice(0, VALUE_MAX - 1).toWellFormed()}…`;
}

/** Such as `medium → high`. */
export const fromTo = (before: unknown, after: unknown): string =>
  `${valueText(before)} → ${valueText(after)}`;

/** Such as `added sa_*; removed app_*`; undefined without a difference. The order of entries counts for nothing. */
export function listDifference(
  before: readonly (string | number)[],
  after: readonly (string | number)[],
): string | undefined {
  const [present, wanted] = [new Set(before), new Set(after)];
  const added = [...wanted].filter((each) => !present.has(each));
  const removed = [...present].filter((each) => !wanted.has(each));
  const parts = [
    ...(added.length > 0 ? [`added ${valueText(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${valueText(removed)}`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** Subject of a named part, such as `channels/“SIEM”`. */
export const named = (section: string, name: string): string => `${section}/“${name}”`;
