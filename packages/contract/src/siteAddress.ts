/**
 * Placeholder for the server's address in built HTML, for canonical links and link previews. The build does not know the public
 * address; the server replaces the placeholder.
 */
export const siteAddressPlaceholder = 'https://address-of-this-scout.invalid';

/**
 * Placeholder for the sales address: the first of SALES_EMAILS. Only in a paragraph with the attribute data-sales-address, which
 * is removed if there is none.
 */
export const salesAddressPlaceholder = 'sales@address-of-this-scout.invalid';
