import { createTransport } from 'nodemailer';
import type { Sender } from '../config/mailAddress.ts';
import { compose } from './compose.ts';
import { type Delivery, UndeliverableError } from './delivery.ts';

/**
 * Delivers to the server of SMTP_URL. `smtps:` is TLS from the start; `smtp:` requires STARTTLS, except on this machine or with
 * `?tls=off` at the end of the URL. Certificates are checked.
 */
export function createSmtp(smtpUrl: string, from: Sender): Delivery {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const plain = isLoopback(url.hostname) || url.searchParams.get('tls') === 'off';
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !plain,
    ignoreTLS: !secure && plain,
    tls: { minVersion: 'TLSv1.2' },
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    // In total less than the time limit of a job.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    async deliver(message) {
      try {
        await transport.sendMail(compose(message, from));
      } catch (error) {
        throw explained(error);
      }
    },
    close: () => transport.close(),
  };
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\./.test(host);

/** A server's message may repeat the address; its code is sufficient. */
function explained(error: unknown): Error {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (error instanceof TypeError) return new UndeliverableError(error.message);
  if (code === 'EAUTH')
    return new Error(`The mail server refused the name or password of SMTP_URL (${responseCode}).`);
  if (responseCode !== undefined && responseCode >= 500) {
    return new UndeliverableError(`The mail server permanently refused the email (${responseCode}).`);
  }
  return new Error(`The mail server did not accept the email (${responseCode ?? code ?? 'unknown reason'}).`);
}
