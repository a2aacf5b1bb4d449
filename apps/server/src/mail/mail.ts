import type { EmailProps, EmailTemplate } from '@scout/emails';
import type { Kysely } from 'kysely';
import type pg from 'pg';

/** A mail to be: whom to, which template, and what the template needs, by its name. */
export type Mail<T extends EmailTemplate = EmailTemplate> = {
  [K in T]: {
    readonly template: K;
    /** One plain address, such as `admin@northwind.example`. */
    readonly to: string;
    readonly props: EmailProps[K];
  };
}[T];

/** A transaction that is open: withRole's `tx`, its `client`, or Kysely's over the sign-in tables. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely is invariant in its tables, and none of them is looked at here
export type OpenTransaction = Kysely<any> | Pick<pg.ClientBase, 'query'>;

/** Puts mails into the queue. They are sent by jobs/mail.ts, with retries, after the commit. */
export interface Mailer {
  /**
   * Enqueues a mail in the caller's transaction: it is sent if that commits, and never if it rolls back. The role of the
   * transaction is the same before and after.
   * @throws TypeError when `to` is not one plain address
   */
  send(transaction: OpenTransaction, mail: Mail): Promise<void>;
  /** The same where there is no transaction to join: enqueued when it resolves. */
  sendAlone(mail: Mail): Promise<void>;
}
