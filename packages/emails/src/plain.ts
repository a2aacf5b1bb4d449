import { isIP } from 'node:net';
import tlds from 'tlds';

/** Longest name that a mail repeats; what is longer was not meant as a name. */
const nameLength = 120;

/**
 * Text of a person's own making, safe to repeat: one line, without control characters and without marks that turn the
 * direction of the words around it, and with nothing that mail programs make a link of.
 */
export function plainName(text: string): string {
  const line = plainLine(text).trim();
  const points = Array.from(line);
  return points.length <= nameLength ? line : `${points.slice(0, nameLength - 1).join('')}…`;
}

const plainLine = (text: string) =>
  withoutLinks(
    text
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      // Marks of direction, and what is not seen and could part a name that is linked all the same.
      .replaceAll(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu, ''),
  );

/** The beginning of an address with a scheme, whatever the scheme. */
const schemes = /\b[a-z][a-z0-9+.-]*:\/+|\b(?:mailto|tel|sms|callto|data|file|javascript|skype|xmpp):/giu;
/** A dot within a host name: before a label that could end one. Also the dots of other scripts, which mean the same there. */
const hostDots = /(?<=\S)[.。．｡](?=[a-z][a-z0-9-]|[^\p{ASCII}\s])/giu;
const addresses = /\d{1,3}(?:[.。．｡]\d{1,3}){3}/gu;

/**
 * Mail programs make links of whole addresses, of bare host names, of IP addresses and of shares: `evil.example/login` becomes
 * `evil[.]example/login`.
 */
const withoutLinks = (text: string) =>
  text
    .replaceAll(schemes, '')
    .replaceAll(/([/\\])\1+/g, '$1')
    .replaceAll(addresses, (address) => address.replaceAll(/[.。．｡]/gu, '[.]'))
    .replaceAll(hostDots, '[.]');

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

/** Longest sentence that a mail repeats. */
const sentenceLength = 800;
/** Last labels of host names: those of the public DNS, and reserved ones that networks use. */
const topLevels = new Set([
  ...tlds,
  'example',
  'test',
  'local',
  'localhost',
  'internal',
  'lan',
  'home',
  'corp',
]);
const dotted = /^[a-z0-9_$()'"-]+(?:\.[a-z0-9_$()'"-]+)*[.,:;]?$/i;

/**
 * A sentence made of names from events, which whoever attacks may choose. Names of accounts such as `svc.billing` stay as they are; what
 * could be a host name or an address is defused as in {@link plainName}.
 */
export function plainSentence(text: string): string {
  const points = Array.from(text.slice(0, 4 * sentenceLength));
  const cut =
    points.length <= sentenceLength ? points.join('') : `${points.slice(0, sentenceLength - 1).join('')}…`;
  return cut
    .split(/[\p{Cc}\p{Zl}\p{Zp}\s]+/u)
    .map((word) => (isLinkedByNobody(word) ? word : plainLine(word)))
    .filter((word) => word !== '')
    .join(' ');
}

function isLinkedByNobody(word: string): boolean {
  if (!dotted.test(word)) return false;
  const [, ...labels] = word
    .toLowerCase()
    .split('.')
    .map((label) => label.replaceAll(/[^a-z0-9-]/g, ''));
  return labels.every((label) => !topLevels.has(label) && !/^\d+$/.test(label) && !label.startsWith('xn--'));
}

/** An IP address, or nothing when it is none, such as what a proxy was told. */
export const ipAddress = (text: string): string => (isIP(text) === 0 ? '' : text);

/** An e-mail address to answer to, as it is; nothing when it holds more than one. */
export const emailAddress = (text: string): string =>
  /^[^\s\p{Cc}<>()[\]\\,;:"/@]+@[a-z0-9.-]+$/iu.test(text) ? text : '';

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

/** Such as "21 Nov 2026, 15:05 Europe/Zurich (14:05 UTC)". @throws RangeError on anything but a time, or an unknown zone */
export function zonedTime(iso: string, timeZone: string): string {
  if (timeZone === 'UTC') return utcTime(iso);
  const local = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso));
  const utc = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso));
  return `${local} ${timeZone} (${utc} UTC)`;
}

/** "1 minute", "7 days". */
export const count = (n: number, unit: 'minute' | 'day') => `${n} ${unit}${n === 1 ? '' : 's'}`;
