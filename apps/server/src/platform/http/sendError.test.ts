import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { Refusal } from './refusal.ts';
import { sendError } from './sendError.ts';

test('a download that fails before its first byte is answered with the error, without the headers of a file', async () => {
  await using app = Fastify();
  app.setErrorHandler(sendError);
  app.get('/report.txt', (_request, reply) => {
    reply.headers({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="report.txt"',
      'x-scout-count': '3',
    });
    return reply.send(
      new Readable({
        read() {
          this.destroy(new Refusal('session_ended'));
        },
      }),
    );
  });
  const answer = await app.inject('/report.txt');
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toMatchObject({ code: 'session_ended' });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers).not.toHaveProperty('content-disposition');
  expect(answer.headers).not.toHaveProperty('x-scout-count');
});
