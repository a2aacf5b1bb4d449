import type { AddressInfo } from 'node:net';
import { withOwnCommands } from './config/inRelease.ts';
import { isLoopback } from './config/loopback.ts';
import type { Context } from './context/context.ts';
import { localUrlOf } from './http/addresses.ts';
import { hasInbox } from './mail/inbox/registerInbox.ts';
import { outboxOf } from './mail/outbox.ts';

/** Advice for the operator about the settings, one sentence each. */
export function adviceFor({ config, addresses }: Context, listening: AddressInfo): string[] {
  const advice: string[] = [];
  const localUrl = localUrlOf(listening, config.tls ? 'https' : 'http');
  if (!isLoopback(listening.address) && !config.publicUrl?.startsWith('https:')) {
    advice.push(
      'Passwords and events travel in the clear to other machines: put a proxy with TLS in front, and set PUBLIC_URL to its https address.',
    );
  }
  if (addresses.reach() === 'nowhere') {
    advice.push(
      `PUBLIC_URL is not set, so this server does not know the address under which others reach it: links in mails lead to ${localUrl}, which only this machine opens, and no agent packages with a configuration are handed out. Set PUBLIC_URL, such as https://scout.example, and start again.`,
    );
  }
  if (config.smtpUrl === undefined && !hasInbox(config))
    advice.push(`No mail is sent, because SMTP_URL is not set. It is kept in ${outboxOf(config.dataDir)}.`);
  if (config.salesEmails.length === 0) {
    advice.push(
      withOwnCommands(
        'Nobody is told of requests for early access and questions to sales, which the pages promise to answer, and no page names an address to write to: SALES_EMAILS is not set. They are kept: npm run -s scout -- requests list',
      ),
    );
  }
  return advice;
}
