import type { Config } from '../config.ts';

/** Whom the site's pages name for a mail: the first of SALES_EMAILS, else sales at the host that mail comes from. */
export function salesAddressOf({ salesEmails, mailFrom }: Pick<Config, 'salesEmails' | 'mailFrom'>): string {
  return salesEmails[0] ?? `sales@${mailFrom.address.split('@')[1]}`;
}
