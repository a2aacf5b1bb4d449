import emailProviders from 'email-providers';
import mailchecker from 'mailchecker';

/** Missing from the bundled lists; a test reports when one is added there. */
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

/** True if an address at this domain (in lower case) does not identify a company. */
export type IsMailProvider = (domain: string) => boolean;

/** Checks the bundled lists: public providers, and disposable ones with all of their subdomains. */
export const isKnownMailProvider: IsMailProvider = (domain) =>
  forAnybody.has(domain) || suffixesOf(domain).some((suffix) => mailchecker.blacklist().has(suffix));

/** The bundled lists and the operator's own domains, including subdomains. */
export function createMailProviders(own: readonly string[]): IsMailProvider {
  const listed = new Set(own);
  return (domain) => isKnownMailProvider(domain) || suffixesOf(domain).some((suffix) => listed.has(suffix));
}

/** `a.b.c` gives itself, `b.c` and `c`. */
function suffixesOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
