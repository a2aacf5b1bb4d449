import type { EmailProps, EmailTemplate } from '@scout/emails';
import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import type { Db, PgBoss } from 'pg-boss';
import { requireAddress } from '../config/mailAddress.ts';
import type { Seal } from '../crypto/seal.ts';
import { withRole } from '../database/pool.ts';
import type { MailParts } from './delivery.ts';

/** A mail to send: recipient, template, and the template's properties. */
export type Mail<T extends EmailTemplate = EmailTemplate> = {
  [K in T]: MailParts & {
    readonly template: K;
    /** One plain address, such as `admin@northwind.example`. */
    readonly to: string;
    readonly props: EmailProps[K];
  };
}[T];

/** An open transaction: withRole's `tx`, its `client`, or Kysely's over the sign-in tables. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely is invariant in its tables, and none of them is looked at here
export type OpenTransaction = Kysely<any> | Pick<pg.ClientBase, 'query'>;

/** Queues mails. jobs/mail.ts sends them, with retries, after the commit. */
export interface Mailer {
  /**
   * Queues a mail in the caller's transaction: it is sent after a commit, and never after a rollback. The transaction's role is
   * unchanged afterwards.
   * @throws TypeError when `to` is not one plain address
   */
  send(transaction: OpenTransaction, mail: Mail): Promise<void>;
  /** The same without a transaction: queued when it resolves. */
  sendAlone(mail: Mail): Promise<void>;
}

/** Queue processed by jobs/mail.ts. */
export const mailQueue = 'mail';

/** Undeliverable mails. */
export const deadMailQueue = 'mail-dead';

/** A job of the queue: the mail, encrypted because it holds codes and tokens. */
export interface MailJob {
  readonly sealed: string;
}

/** `pool` uses the database's login, for mails outside of a transaction. */
export function createMailer(boss: PgBoss, seal: Seal, pool: pg.Pool): Mailer {
  async function send(transaction: OpenTransaction, mail: Mail): Promise<void> {
    requireAddress(mail.to);
    const job: MailJob = { sealed: await seal.seal(JSON.stringify(mail)) };
    await boss.send(mailQueue, job, { db: asJobs(transaction) });
  }
  return {
    send,
    sendAlone: (mail) => withRole(pool, { role: 'scout_jobs' }, (_tx, client) => send(client, mail)),
  };
}

/** The caller's transaction for pg-boss: each statement as scout_jobs, followed by the caller's role. */
function asJobs(transaction: OpenTransaction): Db {
  const query = async (text: string, values: unknown[] = []) => {
    if ('query' in transaction) return await transaction.query(text, values);
    return await transaction.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
  };
  return {
    async executeSql(text, values) {
      const { rows } = await query(`SELECT current_setting('role') AS role`);
      const role: unknown = rows[0]?.role;
      if (typeof role !== 'string' || !/^scout_[a-z]+$/.test(role))
        throw new TypeError('Not a role of the server');
      await query('SET LOCAL ROLE scout_jobs');
      const result = await query(text, values);
      await query(`SET LOCAL ROLE ${role}`);
      return { rows: result.rows };
    },
  };
}
