/**
 * The address in the HTML that the build writes, where a page must name its own: canonical links, pictures for other
 * sites' previews. The build cannot know where Scout will be reached; the server puts the real address in its place.
 */
export const siteAddressPlaceholder = 'https://address-of-this-scout.invalid';

/**
 * The same for the address that sells: the first of SALES_EMAILS. Only in a paragraph with the attribute data-sales-address, which is left
 * out where there is none.
 */
export const salesAddressPlaceholder = 'sales@address-of-this-scout.invalid';
