import type { RenderedEmail } from '@scout/emails';
import type { Config } from '../config/config.ts';
import { createOutbox } from './outbox.ts';
import { createSmtp } from './smtp.ts';

/** A file that goes with a mail. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: 'application/pdf';
  readonly base64: string;
}

/** Parts of a mail beside its recipient, subject and text. */
export interface MailParts {
  /** Mails of one thread are shown together; the others refer to the first, which bears the thread's id as its own. */
  readonly thread?: { readonly id: string; readonly isFirst: boolean };
  /** Address to which a mail program posts when its user unsubscribes (RFC 8058). */
  readonly unsubscribe?: string;
  readonly attachment?: Attachment;
}

/** A rendered mail on its way. */
export interface Message extends RenderedEmail, MailParts {
  /** Of the job; the same at each try, so that mailboxes recognise a mail that was sent twice. */
  readonly id: string;
  readonly to: string;
}

/** Trying again would change nothing: the address or the mail was refused for good. The message holds no address. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError';
}

/** Where mails go. */
export interface Delivery {
  /** Resolves when the mail was taken. @throws UndeliverableError, or any other error when a later try may do */
  deliver(message: Message): Promise<void>;
  close(): void;
}

/** Over SMTP when it is configured, else into a folder of the data directory. */
export function createDelivery(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Delivery {
  const { smtpUrl, mailFrom, dataDir } = config;
  return smtpUrl === undefined ? createOutbox(dataDir, mailFrom) : createSmtp(smtpUrl, mailFrom);
}
