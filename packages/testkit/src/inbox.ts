import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as received by its reader. */
export interface ReceivedMail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  /** All headers, by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[];
  /** Six digits on a separate line of the text. */
  readonly code: string | undefined;
  /** The address on a separate line of the text. */
  readonly link: string | undefined;
}

/** A real SMTP server whose mails a test reads. */
export interface Inbox extends AsyncDisposable {
  /** For SMTP_URL. Unchanged after stop() and start(). */
  readonly smtpUrl: string;
  /** All received mails, oldest first, read or unread. */
  readonly mails: readonly ReceivedMail[];
  /** The oldest unread mail to this address, waiting if necessary. @throws Error after `timeoutMs`, by default 45 s */
  next(to: string, timeoutMs?: number): Promise<ReceivedMail>;
  /** Responds with 550 to this address from now on, as for a missing mailbox. */
  refuse(to: string): void;
  /** Mails sent to a refused address. */
  readonly refusals: readonly string[];
  /** Stops listening: connections are refused. */
  stop(): Promise<void>;
  /** Listens again. */
  start(): Promise<void>;
}

/** Starts an inbox on a free local port. */
export async function createInbox(): Promise<Inbox> {
  const mails: ReceivedMail[] = [];
  const unread = new Set<ReceivedMail>();
  const waiting = new Set<() => void>();
  const refused = new Set<string>();
  const refusals: string[] = [];
  let port = 0;
  let server: SMTPServer | undefined;

  async function receive(stream: NodeJS.ReadableStream, recipients: readonly string[]): Promise<void> {
    const mail = await PostalMime.parse(await buffer(stream));
    const text = mail.text ?? '';
    for (const to of recipients) {
      const received = {
        to,
        from: mail.from?.address ?? '',
        subject: mail.subject ?? '',
        text,
        html: mail.html ?? '',
        messageId: mail.messageId ?? '',
        headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
        attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
          name: filename ?? '',
          type: mimeType,
          content: Buffer.from(content as ArrayBuffer),
        })),
        code: /^(\d{6})\s*$/m.exec(text)?.[1],
        link: /^(https?:\/\/\S+)\s*$/m.exec(text)?.[1],
      };
      mails.push(received);
      unread.add(received);
    }
    for (const look of waiting) look();
  }

  async function start(): Promise<void> {
    const listening = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onRcptTo({ address }, _session, done) {
        if (!refused.has(address)) return done();
        refusals.push(address);
        done(Object.assign(new Error(`No such mailbox: ${address}`), { responseCode: 550 }));
      },
      onData(stream, session, done) {
        receive(
          stream,
          session.envelope.rcptTo.map(({ address }) => address),
        ).then(() => done(), done);
      },
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    listening.once('error', reject);
    listening.listen(port, '127.0.0.1', resolve);
    await promise;
    // Some tests are about a sender that disconnects midway.
    listening.on('error', () => {});
    port = (listening.server.address() as AddressInfo).port;
    server = listening;
  }

  async function stop(): Promise<void> {
    const stopping = server;
    server = undefined;
    if (stopping) await new Promise<void>((resolve) => stopping.close(resolve));
  }

  function next(to: string, timeoutMs = 45_000): Promise<ReceivedMail> {
    const { promise, resolve, reject } = Promise.withResolvers<ReceivedMail>();
    const look = () => {
      const found = [...unread].find((mail) => mail.to === to);
      if (!found) return;
      unread.delete(found);
      settle();
      resolve(found);
    };
    const timer = setTimeout(() => {
      settle();
      const seen = mails.map((mail) => `${mail.to}: ${mail.subject}`).join('\n  ') || 'nothing';
      reject(new Error(`No mail to ${to} within ${timeoutMs} ms. Received so far:\n  ${seen}`));
    }, timeoutMs);
    const settle = () => {
      clearTimeout(timer);
      waiting.delete(look);
    };
    waiting.add(look);
    look();
    return promise;
  }

  await start();
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mails,
    next,
    refuse: (to) => void refused.add(to),
    refusals,
    stop,
    start,
    [Symbol.asyncDispose]: stop,
  };
}
