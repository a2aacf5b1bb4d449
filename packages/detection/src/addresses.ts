const DOTTED = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const DIGITS = /^[0-9a-f]{1,4}$/i;
/** An IPv4 address with a port, or an IPv6 address in brackets with or without one. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9a-f:.]{2,45}(?:%\w{1,32})?)\])(?::\d{0,5})?$/i;
/** Longest text of an IPv6 address, without a zone. */
const LONGEST = 45;
const BACKSLASH = 0x5c;

/**
 * The one spelling of a machine's address, so that one machine has one key: without a port, an IPv4-mapped IPv6 address as IPv4
 * (`::ffff:10.1.2.3`, `::ffff:a01:203`, RFC 4291, 2.5.5.2), other IPv6 addresses in their shortest form (RFC 5952), a name
 * without the backslashes of NetBIOS (`\\NAME`), which alone are none. Other text is unchanged.
 */
export function plainAddress(text: string): string {
  if (text.charCodeAt(0) === BACKSLASH) {
    const name = text.replace(/^\\+/, '');
    return name === '' ? '' : plainAddress(name);
  }
  // Names and most addresses have no colon.
  const colon = text.indexOf(':');
  if (colon === -1) return text;
  const ported = WITH_PORT.exec(text);
  if (ported?.[1] !== undefined) return ported[1];
  const address = ported?.[2] ?? text;
  if (address.indexOf(':', colon + (ported === null ? 1 : 0)) === -1) return text;
  const zone = address.indexOf('%');
  const bare = zone === -1 ? address : address.slice(0, zone);
  const groups = bare.length > LONGEST ? null : groupsOf(bare);
  if (groups === null) return text;
  return mappedOf(groups) ?? shortest(groups) + (zone === -1 ? '' : address.slice(zone));
}

/** The eight numbers of an IPv6 address; null for other text. */
function groupsOf(text: string): number[] | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half) => (half === '' ? [] : half.split(':').flatMap(numbersOf)));
  if (head === undefined || [...head, ...(tail ?? [])].some(Number.isNaN)) return null;
  if (tail === undefined) return head.length === 8 ? head : null;
  const missing = 8 - head.length - tail.length;
  return missing < 1 ? null : [...head, ...Array<number>(missing).fill(0), ...tail];
}

/** One number of hexadecimal digits, or two of an IPv4 address. */
function numbersOf(part: string): number[] {
  if (DIGITS.test(part)) return [Number.parseInt(part, 16)];
  if (!DOTTED.test(part)) return [Number.NaN];
  const [a, b, c, d] = part.split('.').map(Number);
  return [a! * 256 + b!, c! * 256 + d!];
}

/** The IPv4 address in a mapped or translated one (RFC 2765: `::ffff:0:a.b.c.d`); null for others. */
function mappedOf(groups: readonly number[]): string | null {
  const [sixth, fifth] = [groups[5], groups[4]];
  const isMapped = (fifth === 0 && sixth === 0xffff) || (fifth === 0xffff && sixth === 0);
  if (!isMapped || groups.slice(0, 4).some((group) => group !== 0)) return null;
  return groups
    .slice(6)
    .map((group) => `${group >> 8}.${group & 0xff}`)
    .join('.');
}

/** Lower case, without leading zeros; the first longest run of two or more zeros is `::`. */
function shortest(groups: readonly number[]): string {
  let [start, length] = [-1, 1];
  for (let i = 0; i < 8; i += 1) {
    let end = i;
    while (groups[end] === 0) end += 1;
    if (end - i > length) [start, length] = [i, end - i];
  }
  const words = groups.map((group) => group.toString(16));
  return start === -1
    ? words.join(':')
    : `${words.slice(0, start).join(':')}::${words.slice(start + length).join(':')}`;
}
