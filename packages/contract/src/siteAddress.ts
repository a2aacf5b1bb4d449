/**
 * Placeholder for the server's address in built HTML, for canonical links and link previews. The build does not know the public
 * address; the server replaces the placeholder.
 */
export const siteAddressPlaceholder = 'https://address-of-this-scout.invalid';

/** Placeholder for the sales address: the first of SALES_EMAILS, or sales at the server's public host. */
export const salesAddressPlaceholder = 'sales@address-of-this-scout.invalid';
