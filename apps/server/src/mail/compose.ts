import { requireAddress, type Sender } from './address.ts';
import type { Message } from './delivery.ts';

/** Headers and bodies, in nodemailer's words. @throws TypeError when anything in a header is not one line */
export function compose({ id, to, subject, html, text }: Message, from: Sender) {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject + from.name))
    throw new TypeError('A header of a mail is one line');
  return {
    from,
    to: { name: '', address: requireAddress(to) },
    subject,
    html,
    text,
    messageId: `<${id}@${from.address.split('@')[1]}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // Bodies are texts; nothing is ever read from a file or fetched for them.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
