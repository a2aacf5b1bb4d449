import { expect, test } from 'vitest';
import { createStream } from './stream.ts';

test('access is checked with every heartbeat, and the stream ends without it', async () => {
  const answers = [true, true, false];
  let checks = 0;
  const stream = createStream(async () => answers[checks++]!, 5);
  const texts: string[] = [];
  for await (const text of stream.pieces()) texts.push(text);
  expect(checks).toBe(3);
  expect(texts).toEqual([': still here\n\n', ': still here\n\n', ': still here\n\n']);
});

test('data that a slow reader has not read is queued once', async () => {
  const stream = createStream(async () => true, 60_000);
  const pieces = stream.pieces();
  await pieces.next();
  for (let n = 0; n < 1_000; n += 1) stream.tell('events');
  expect((await pieces.next()).value).toBe('event: events\ndata: new\n\n');
  const next = pieces.next();
  stream.end();
  expect((await next).done).toBe(true);
});

test('updates during an access check wait for another check', async () => {
  const checks = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
  let begun = 0;
  const stream = createStream(() => checks[begun++]!.promise, 60_000);
  const pieces = stream.pieces();
  await pieces.next();
  stream.recheck();
  const next = pieces.next();
  await expect.poll(() => begun).toBe(1);
  stream.tell('organization');
  checks[0]!.resolve(true);
  await expect.poll(() => begun).toBe(2);
  checks[1]!.resolve(false);
  expect((await next).done).toBe(true);
});
