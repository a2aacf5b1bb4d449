import type { AddressInfo } from 'node:net';
import type { Context } from './context.ts';
import { salesAddressOf } from './modules/sales/module.ts';
import { withOwnCommands } from './platform/config/inRelease.ts';
import { isLoopback } from './platform/config/loopback.ts';
import { localUrlOf } from './platform/http/addresses.ts';
import { hasInbox } from './platform/mail/inbox/registerInbox.ts';
import { outboxOf } from './platform/mail/outbox.ts';

/** Advice for the operator about the settings, one sentence each. */
export function adviceFor({ config, addresses }: Context, listening: AddressInfo): string[] {
  const advice: string[] = [];
  const localUrl = localUrlOf(listening, config.tls ? 'https' : 'http');
  if (!isLoopback(listening.address) && !config.publicUrl?.startsWith('https:')) {
    advice.push(
      'Passwords and events are sent to other machines unencrypted: put a TLS proxy in front, and set PUBLIC_URL to its https address.',
    );
  }
  if (addresses.reach() === 'nowhere') {
    advice.push(
      `PUBLIC_URL is not set, so this server does not know its public address: links in emails point to ${localUrl}, which works only on this machine, and configured agent packages are not available. Set PUBLIC_URL, such as https://scout.example, and restart.`,
    );
  }
  if (hasInbox(config)) {
    advice.push(
      'Everyone with an account on this machine, and everyone behind a proxy on it, can read all mail at /dev/inbox, with links that reset passwords. Set SMTP_URL, or SCOUT_INBOX=off.',
    );
  } else if (config.smtpUrl === undefined) {
    advice.push(
      `No email is sent because SMTP_URL is not set. Emails are kept in ${outboxOf(config.dataDir)}.`,
    );
  }
  if (config.salesEmails.length === 0) {
    advice.push(
      withOwnCommands(
        `SALES_EMAILS is not set, so no one is notified of early-access requests and questions to sales, although the pages promise a reply; pages show ${salesAddressOf(config)} as the address. List requests with: npm run -s scout -- requests list`,
      ),
    );
  }
  return advice;
}
