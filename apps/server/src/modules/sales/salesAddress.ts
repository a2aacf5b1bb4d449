import type { Config } from '../../platform/config/config.ts';
import { publicHost } from '../../platform/config/mailAddress.ts';

/** Contact address on the site's pages: the first of SALES_EMAILS, by default sales at the server's public host. */
export function salesAddressOf({
  salesEmails,
  publicUrl,
}: Pick<Config, 'salesEmails' | 'publicUrl'>): string {
  return salesEmails[0] ?? `sales@${publicHost(publicUrl)}`;
}
