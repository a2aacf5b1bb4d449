import { lookup } from 'node:dns';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { AddressRefusedError, type Resolve } from './guard.ts';
import { createPoster } from './post.ts';
import { startReceiver } from './testing/receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const former = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const signers = [new Webhook(secret), new Webhook(former)];
const message = () => ({ id: 'msg_1', at: new Date(), body: '{"type":"test"}' });
const LOOPBACK = ['127.0.0.0/8'];

/** A resolver that returns one list of addresses after the other, and counts calls. */
function resolver(...answers: string[][]): { resolve: Resolve; lookups: string[] } {
  const lookups: string[] = [];
  const resolve = ((hostname: string, _options: object, callback: (...given: unknown[]) => void) => {
    const addresses = answers[Math.min(lookups.length, answers.length - 1)]!;
    lookups.push(hostname);
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as Resolve;
  return { resolve, lookups };
}

test('a message is signed so that either secret verifies it', async () => {
  await using receiver = await startReceiver();
  expect(await createPoster(LOOPBACK).post(new URL(receiver.url), message(), signers)).toMatchObject({
    status: 200,
  });
  const [request] = receiver.received;
  for (const each of [secret, former])
    expect(new Webhook(each).verify(request!.body, request!.headers)).toEqual({ type: 'test' });
  expect(request!.headers).toMatchObject({ 'webhook-id': 'msg_1', 'content-type': 'application/json' });
  const other = new Webhook(`whsec_${Buffer.alloc(32, 9).toString('base64')}`);
  expect(() => other.verify(request!.body, request!.headers)).toThrow();
});

test.each([
  'http://127.0.0.1',
  'http://localhost',
  'http://2130706433',
  'http://0x7f.1',
  'http://0177.0.0.1',
  'http://127.1',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'https://127.0.0.1',
  'https://localhost',
  'https://[::ffff:7f00:1]',
  'https://169.254.169.254',
  'https://[64:ff9b::7f00:1]',
  'http://1.1.1.1',
])('%s is refused before anything is sent', async (origin) => {
  await using receiver = await startReceiver();
  const url = new URL(`${origin}:${receiver.port}/hook`);
  await expect(createPoster([]).post(url, message(), signers)).rejects.toThrow(AddressRefusedError);
  expect(receiver.received).toEqual([]);
});

test('a public address is never reached without TLS, also where the operator allows a network', () => {
  const poster = createPoster(LOOPBACK);
  expect(() => poster.check(new URL('http://1.1.1.1/'))).toThrow(AddressRefusedError);
  expect(() => poster.check(new URL('http://127.0.0.1/'))).not.toThrow();
  expect(() => poster.check(new URL('https://1.1.1.1/'))).not.toThrow();
  expect(() => poster.check(new URL('ftp://127.0.0.1/'))).toThrow(AddressRefusedError);
});

test('a name is judged by the address connected to, in each attempt', async () => {
  await using receiver = await startReceiver('0.0.0.0');
  const { resolve, lookups } = resolver(['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1', '127.0.0.2']);
  const poster = createPoster(['127.0.0.2'], resolve);
  const url = new URL(`http://siem.example:${receiver.port}/hook`);

  expect(await poster.post(url, message(), signers)).toMatchObject({ status: 200 });
  await expect(poster.post(url, message(), signers)).rejects.toThrow(AddressRefusedError);
  expect(await poster.post(url, message(), signers)).toMatchObject({ status: 200 });
  expect(receiver.received.map(({ address }) => address)).toEqual(['127.0.0.2', '127.0.0.2']);
  expect(lookups).toEqual(['siem.example', 'siem.example', 'siem.example']);
});

test('a name that resolves to closed addresses is refused, over TLS as well', async () => {
  await using receiver = await startReceiver();
  for (const address of ['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1']) {
    const poster = createPoster([], resolver([address]).resolve);
    const url = new URL(`https://siem.example:${receiver.port}/hook`);
    await expect(poster.post(url, message(), signers), address).rejects.toThrow(AddressRefusedError);
  }
  expect(receiver.received).toEqual([]);
});

test.each([301, 302, 303, 307, 308])('a redirect with %i is not followed', async (status) => {
  await using inner = await startReceiver();
  await using receiver = await startReceiver();
  receiver.answer(status, { location: inner.url });
  expect(await createPoster(LOOPBACK).post(new URL(receiver.url), message(), signers)).toMatchObject({
    status,
  });
  expect(receiver.received).toHaveLength(1);
  expect(inner.received).toEqual([]);
});

test('an answer without an end is cut off after its status', async () => {
  await using receiver = await startReceiver();
  const closed = Promise.withResolvers<void>();
  receiver.answerBy((_request, response) => {
    response.once('close', closed.resolve);
    response.writeHead(200);
    response.write(Buffer.alloc(1024 * 1024));
  });
  expect(await createPoster(LOOPBACK).post(new URL(receiver.url), message(), signers)).toMatchObject({
    status: 200,
  });
  await closed.promise;
});

test.each([
  ['30', 30_000],
  ['0', 0],
  ['999999999', 4 * 3_600_000],
  ['Sun, 22 Nov 2026 10:00:30 GMT', 30_000],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
  ['Tue, 22 Nov 2044 10:00:00 GMT', 4 * 3_600_000],
  ['-5', 0],
  ['soon', 0],
])('Retry-After %s asks to wait %i ms', async (header, retryAfter) => {
  await using receiver = await startReceiver();
  receiver.answer(429, { 'retry-after': header });
  const at = new Date('2026-11-22T10:00:00Z');
  const answer = createPoster(LOOPBACK).post(new URL(receiver.url), { ...message(), at }, []);
  expect(await answer).toEqual({ status: 429, retryAfter });
  expect(Object.keys(receiver.received[0]!.headers).filter((name) => name.startsWith('webhook-'))).toEqual(
    [],
  );
});

test('endless headers are refused', async () => {
  await using receiver = await startReceiver();
  receiver.answerBy((_request, response) => response.writeHead(200, { big: 'x'.repeat(64 * 1024) }).end());
  await expect(createPoster(LOOPBACK).post(new URL(receiver.url), message(), signers)).rejects.toMatchObject({
    code: 'HPE_HEADER_OVERFLOW',
  });
});

test('a receiver that does not answer is given up', async () => {
  await using receiver = await startReceiver();
  receiver.answerBy(() => {});
  const poster = createPoster(LOOPBACK, lookup, { timeoutMs: 200 });
  await expect(poster.post(new URL(receiver.url), message(), signers)).rejects.toThrow('no response within');
});
