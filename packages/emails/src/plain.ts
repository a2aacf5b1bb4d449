import { isIP } from 'node:net';
import tlds from 'tlds';

/** Longest name repeated in a mail; a longer text is not a name. */
const nameLength = 120;

/**
 * Makes user-provided text safe to repeat: one line, without control and bidirectional characters, and without text that mail
 * programs turn into links.
 */
export function plainName(text: string): string {
  // Nobody reads more of it, and the search for addresses takes quadratic time.
  const line = plainLine(text.slice(0, 4 * nameLength)).trim();
  const points = Array.from(line);
  return points.length <= nameLength ? line : `${points.slice(0, nameLength - 1).join('')}…`;
}

const plainLine = (text: string) =>
  withoutLinks(
    text
      // Half of a character becomes a replacement character.
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      // Bidirectional characters, and invisible ones that could split a name that is still linked.
      .replaceAll(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu, ''),
  );

/** The start of an address with any scheme. */
const schemes = /\b[a-z][a-z0-9+.-]*:\/+|\b(?:mailto|tel|sms|callto|data|file|javascript|skype|xmpp):/giu;
/** A dot within a host name: before a label that could end one. Includes equivalent dots of other scripts. */
const hostDots = /(?<=\S)[.。．｡](?=[a-z][a-z0-9-]|[^\p{ASCII}\s])/giu;
/** What follows an @ is the host of a mail address, whatever its labels are. */
const mailHosts = /@\S+/gu;
const addresses = /\d{1,3}(?:[.。．｡]\d{1,3}){3}/gu;

const defanged = (address: string) => address.replaceAll(/[.。．｡]/gu, '[.]');

/**
 * Mail programs turn full addresses, bare host names, IP addresses and shares into links: `evil.example/login` becomes
 * `evil[.]example/login`.
 */
const withoutLinks = (text: string) =>
  text
    .replaceAll(schemes, '')
    .replaceAll(/([/\\])\1+/g, '$1')
    .replaceAll(mailHosts, defanged)
    .replaceAll(addresses, defanged)
    .replaceAll(hostDots, '[.]');

/** Longest message, and maximum lines, repeated in a mail. */
const messageLength = 5000;
const messageLines = 200;

/** A user-provided message, line by line, each as safe as {@link plainName}; empty without one. */
export function plainLines(text: string): string[] {
  const lines = text
    .slice(0, messageLength)
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => plainLine(line).trimEnd());
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  return lines.slice(0, messageLines);
}

/** Longest sentence repeated in a mail. */
const sentenceLength = 800;
/** Top-level domains: those of the public DNS, and reserved ones used in networks. */
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
 * A sentence with names from events, which attackers may choose. Account names such as `svc.billing` are unchanged; possible host
 * names and addresses are defanged as in {@link plainName}.
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

/** An IP address, or empty for anything else, such as text from a proxy. */
export const ipAddress = (text: string): string => (isIP(text) === 0 ? '' : text);

/** A reply address, unchanged; empty if it contains more than one. */
export const emailAddress = (text: string): string =>
  /^[^\s\p{Cc}<>()[\]\\,;:"/@]+@[a-z0-9.-]+$/iu.test(text) ? text : '';

/**
 * The address of a button.
 * @throws TypeError unless it is http or https, so that no mail contains another kind of link
 */
export function webAddress(link: string): string {
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError('An email links to http or https only');
  return url.href;
}

/** For example "21 Nov 2026, 14:05 UTC". @throws RangeError for an invalid time */
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

/** For example "21 Nov 2026, 15:05 Europe/Zurich (14:05 UTC)". @throws RangeError for an invalid time, or an unknown zone */
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
