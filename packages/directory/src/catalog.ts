/** True for the address of a global catalog, which has the entries of a whole forest with a part of their attributes: ports 3268 and 3269. */
export const isCatalogUrl = (url: string): boolean => /:326[89]\/?$/.test(url);

/** The domain of a distinguished name: `CN=Ada,DC=corp,DC=example` becomes `corp.example`. */
export const domainOf = (dn: string): string =>
  [...dn.matchAll(/(?:^|,)DC=([^,]{1,63})/gi)].map(([, label]) => label!.toLowerCase()).join('.');
