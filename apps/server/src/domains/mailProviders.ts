import emailProviders from 'email-providers';
import mailchecker from 'mailchecker';

/** Not in the kept lists; a test says when one is. */
export const missing = [
  'disroot.org',
  'fastmail.com',
  'gmx.ch',
  'kolabnow.com',
  'mailfence.com',
  'posteo.de',
  'riseup.net',
  'startmail.com',
  'tempmail.com',
  'tuta.com',
  'tuta.io',
  'tutanota.de',
  'ziggo.nl',
];
const forAnybody: ReadonlySet<string> = new Set([...emailProviders, ...missing]);

/** True if an address at this domain (in lower case) says nothing about a company. */
export type IsMailProvider = (domain: string) => boolean;

/** By the kept lists: providers of addresses for anybody, and of addresses to throw away with all of their subdomains. */
export const isKnownMailProvider: IsMailProvider = (domain) =>
  forAnybody.has(domain) || suffixesOf(domain).some((suffix) => mailchecker.blacklist().has(suffix));

/** The kept lists and the operator's own, whose subdomains count as well. */
export function createMailProviders(own: readonly string[]): IsMailProvider {
  const listed = new Set(own);
  return (domain) => isKnownMailProvider(domain) || suffixesOf(domain).some((suffix) => listed.has(suffix));
}

/** `a.b.c`: itself, `b.c` and `c`. */
function suffixesOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
