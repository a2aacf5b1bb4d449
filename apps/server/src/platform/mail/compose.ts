import { requireAddress, type Sender } from '../config/mailAddress.ts';
import type { Message } from './delivery.ts';

/** Headers and bodies as nodemailer options. @throws TypeError when a header value is not one line */
export function compose(
  { id, to, subject, html, text, thread, unsubscribe, attachment }: Message,
  from: Sender,
) {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject + from.name)) throw new TypeError('An email header is one line');
  const messageId = (name: string) => `<${name}@${from.address.split('@')[1]}>`;
  return {
    from,
    to: { name: '', address: requireAddress(to) },
    subject,
    html,
    text,
    messageId: messageId(thread?.isFirst ? thread.id : id),
    ...(thread?.isFirst === false && { inReplyTo: messageId(thread.id), references: messageId(thread.id) }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${new URL(unsubscribe).href}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(attachment && {
      attachments: [
        {
          filename: attachment.name,
          contentType: attachment.mediaType,
          content: Buffer.from(attachment.base64, 'base64'),
        },
      ],
    }),
    // Bodies are texts; nothing is read from files or fetched for them.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
