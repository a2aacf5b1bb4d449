import type { Config } from '../config/config.ts';

/** Contact address on the site's pages: the first of SALES_EMAILS. Undefined if none is configured. */
export function salesAddressOf({ salesEmails }: Pick<Config, 'salesEmails'>): string | undefined {
  return salesEmails[0];
}
