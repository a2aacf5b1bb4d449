import type { RenderedEmail } from '@scout/emails';
import type { Config } from '../config/config.ts';
import { createOutbox } from './outbox.ts';
import { createSmtp } from './smtp.ts';

/** An attached file. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: 'application/pdf';
  readonly base64: string;
}

/** Parts of a mail other than recipient, subject and text. */
export interface MailParts {
  /** Mails of one thread are displayed together; later ones refer to the first, whose id is the thread's. */
  readonly thread?: { readonly id: string; readonly isFirst: boolean };
  /** Address that a mail program posts to when its user unsubscribes (RFC 8058). */
  readonly unsubscribe?: string;
  readonly attachment?: Attachment;
}

/** A rendered mail to deliver. */
export interface Message extends RenderedEmail, MailParts {
  /** Id of the job; the same in each attempt, so that mailboxes detect duplicates. */
  readonly id: string;
  readonly to: string;
}

/** Permanent refusal of the address or the mail: a retry would fail again. The message contains no address. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError';
}

/** Destination of mails. */
export interface Delivery {
  /** Resolves when the mail was accepted. @throws UndeliverableError, or any other error for a retry */
  deliver(message: Message): Promise<void>;
  close(): void;
}

/** Over SMTP if configured, otherwise into a folder of the data directory. */
export function createDelivery(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Delivery {
  const { smtpUrl, mailFrom, dataDir } = config;
  return smtpUrl === undefined ? createOutbox(dataDir, mailFrom) : createSmtp(smtpUrl, mailFrom);
}
