import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { UndeliverableError } from './delivery.ts';
import { createSmtp } from './smtp.ts';

const from = { name: 'Scout', address: 'no-reply@scout.example' };
const message = {
  id: '0198a3f0-0000-7000-8000-000000000001',
  to: 'admin@northwind.example',
  subject: 'A subject',
  html: '<p>Hello</p>',
  text: 'Hello\n',
};

let server: SMTPServer | undefined;
afterEach(async () => {
  await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
  server = undefined;
});

/** Starts a mail server with these options and returns its port. */
async function listen(options: SMTPServerOptions): Promise<number> {
  const listening = new SMTPServer({
    disableReverseLookup: true,
    disabledCommands: options.secure ? [] : ['STARTTLS'],
    ...options,
  });
  listening.on('error', () => {});
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return (listening.server.address() as AddressInfo).port;
}

async function refusalOf(url: string, mail = message): Promise<Error> {
  const refusal = await createSmtp(url, from)
    .deliver(mail)
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Error);
  return refusal as Error;
}

test('an untrusted certificate is refused, and the mail waits', async () => {
  const port = await listen({ secure: true, authOptional: true });
  const refusal = await refusalOf(`smtps://127.0.0.1:${port}`);
  expect(refusal).not.toBeInstanceOf(UndeliverableError);
  expect(refusal.message).toMatch(/^The mail server did not accept the email \(E[A-Z]+\)\.$/);
});

test('a wrong password is reported, without name and password, and the mail waits', async () => {
  const port = await listen({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('Invalid password of mailer')),
  });
  const refusal = await refusalOf(`smtp://mailer:hunter2@127.0.0.1:${port}`);
  expect(refusal).not.toBeInstanceOf(UndeliverableError);
  expect(refusal.message).toBe('The mail server refused the name or password of SMTP_URL (535).');
});

test.each([
  [550, UndeliverableError],
  [552, UndeliverableError],
  [421, Error],
  [451, Error],
])('an answer of %d to the address', async (responseCode, kind) => {
  const port = await listen({
    authOptional: true,
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`Not ${address}`), { responseCode })),
  });
  const refusal = await refusalOf(`smtp://127.0.0.1:${port}`);
  expect(refusal.constructor).toBe(kind);
  expect(refusal.message).toContain(String(responseCode));
  expect(refusal.message).not.toContain(message.to);
});

test.each([
  { subject: 'A subject\r\nBcc: everyone@attacker.example' },
  { subject: 'A\u2028subject' },
  { to: 'a@northwind.example\r\nRCPT TO:<b@attacker.example>' },
  { to: 'a@northwind.example, b@attacker.example' },
])('a header longer than its line is refused permanently: %j', async (change) => {
  const seen: string[] = [];
  const port = await listen({
    authOptional: true,
    onRcptTo: ({ address }, _session, done) => {
      seen.push(address);
      done();
    },
  });
  expect(await refusalOf(`smtp://127.0.0.1:${port}`, { ...message, ...change })).toBeInstanceOf(
    UndeliverableError,
  );
  expect(seen).toEqual([]);
});
