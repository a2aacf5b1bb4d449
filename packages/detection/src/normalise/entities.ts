import { Rejection } from './rejection.ts';

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** `&#1114111;` is the longest reference. */
const LONGEST = 10;

/**
 * XML text with its references replaced. `&#0;` and lone surrogates, which XML forbids but events may contain, become U+FFFD.
 *
 * @throws Rejection not_an_event for a bare `&` and for a name that XML does not define
 */
export function decodeText(text: string): string {
  let at = text.indexOf('&');
  if (at === -1) return text;
  let decoded = '';
  let kept = 0;
  while (at !== -1) {
    const end = text.slice(at + 1, at + 1 + LONGEST).indexOf(';');
    if (end === -1) throw new Rejection('not_an_event', 'The XML is not an event: a bare & in text');
    decoded += text.slice(kept, at) + characterOf(text.slice(at + 1, at + 1 + end));
    kept = at + end + 2;
    at = text.indexOf('&', kept);
  }
  return decoded + text.slice(kept);
}

function characterOf(reference: string): string {
  if (Object.hasOwn(NAMED, reference)) return NAMED[reference]!;
  const hex = /^#x([0-9a-f]{1,6})$/i.exec(reference)?.[1];
  const decimal = /^#(\d{1,7})$/.exec(reference)?.[1];
  const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
  if (!(code <= 0x10ffff))
    throw new Rejection('not_an_event', 'The XML is not an event: an unknown reference in text');
  const isCharacter = code !== 0 && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\uFFFD';
}
