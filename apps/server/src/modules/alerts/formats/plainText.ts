/** Zero-width, non-breaking: separates an @ from the word that it would mention. */
const JOINER = '\u2060';

/**
 * Makes attacker-controlled text safe for a chat: one line, without control and bidirectional characters, and without text that a
 * chat turns into a mention, a link or a date.
 * @param most maximum characters; a cut text ends in "…"
 */
export function plainText(text: string, most: number): string {
  const line = text
    .slice(0, 4 * most)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu, '')
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('://', '[:]//')
    .replaceAll(/\b(www|mailto)([.:])/giu, '$1[$2]')
    .replaceAll('{{', `{${JOINER}{`)
    .replaceAll(/@(?=\S)/gu, `@${JOINER}`)
    .trim();
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .toWellFormed()
        .replaceAll('\ufffd', '')}…`;
}

/**
 * The first names of a list, and the number of further ones.
 * @param listed names to show, at least 1
 */
export const plainList = (names: readonly string[], listed: number, most: number): string =>
  [
    ...names.slice(0, listed).map((name) => plainText(name, most)),
    ...(names.length > listed ? [`${names.length - listed} more`] : []),
  ].join(', ');

/** For example "21 Nov 2026, 15:05 Europe/Zurich (14:05 UTC)". @throws RangeError for an unknown zone */
export function zonedTime(iso: string, timeZone: string): string {
  const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const;
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const text = (zone: string, shown: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...shown }).format(new Date(iso));
  if (timeZone === 'UTC') return `${text('UTC', { ...day, ...clock })} UTC`;
  const utc = text('UTC', { day: 'numeric', month: 'short', ...clock });
  return `${text(timeZone, { ...day, ...clock })} ${timeZone} (${utc} UTC)`;
}

/** The first text within the limit, evaluated in order; the last one if none fits. @param most UTF-8 bytes */
export function firstThatFits(texts: readonly (() => string)[], most: number): string {
  let last = '';
  for (const make of texts) {
    last = make();
    if (Buffer.byteLength(last) <= most) break;
  }
  return last;
}
