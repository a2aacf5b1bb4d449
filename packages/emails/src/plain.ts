/** Longest name that a mail repeats; what is longer was not meant as a name. */
const nameLength = 120;

/**
 * Text of a person's own making, safe to repeat: one line, without control characters and without marks that turn the
 * direction of the words around it, and without the beginnings of a link, which mail programs would make clickable.
 */
export function plainName(text: string): string {
  const line = plainLine(text).trim();
  const points = Array.from(line);
  return points.length <= nameLength ? line : `${points.slice(0, nameLength - 1).join('')}…`;
}

const plainLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/+|\bwww\./giu, '');

/** Longest message, and most lines of one, that a mail repeats. */
const messageLength = 5000;
const messageLines = 200;

/** A message of a person's own making, line by line, each as safe as {@link plainName}; empty when there is none. */
export function plainLines(text: string): string[] {
  const lines = text
    .slice(0, messageLength)
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => plainLine(line).trimEnd());
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  return lines.slice(0, messageLines);
}

/**
 * The address of a button.
 * @throws TypeError when it is not http or https, so that no mail ever carries another kind of link
 */
export function webAddress(link: string): string {
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError('A mail links to http or https only');
  return url.href;
}

/** Such as "21 Nov 2026, 14:05 UTC". @throws RangeError on anything but a time */
export function utcTime(iso: string): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso));
  return `${time} UTC`;
}

/** "1 minute", "7 days". */
export const count = (n: number, unit: 'minute' | 'day') => `${n} ${unit}${n === 1 ? '' : 's'}`;
