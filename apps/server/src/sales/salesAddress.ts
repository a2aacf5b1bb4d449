import type { Config } from '../config.ts';

/** Whom the site's pages name for a mail: the first of SALES_EMAILS. Undefined: nobody said that an address exists. */
export function salesAddressOf({ salesEmails }: Pick<Config, 'salesEmails'>): string | undefined {
  return salesEmails[0];
}
