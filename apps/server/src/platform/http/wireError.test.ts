import { ORPCError } from '@orpc/client';
import { ValidationError } from '@orpc/contract';
import { describe, expect, it } from 'vitest';
import { Refusal } from './refusal.ts';
import { toWireError } from './wireError.ts';

const wire = (error: unknown) => toWireError(error, 'r-1');

describe('toWireError', () => {
  it('answers a refusal with its status, text and Retry-After', () => {
    expect(wire(new Refusal('rate_limited', { retryAfter: 30 }))).toMatchObject({
      status: 429,
      body: { code: 'rate_limited' },
      retryAfter: 30,
      unexpected: false,
    });
  });

  it('names the fields of an invalid input', () => {
    const cause = new ValidationError({
      message: 'Input validation failed',
      issues: [
        { path: ['body', 'email'], message: 'Email is required' },
        { path: [{ key: 'limit' }], message: 'Too big: expected number' },
        { path: [], message: 'Give one of both' },
      ],
    });
    const error = new ORPCError('BAD_REQUEST', { message: 'Input validation failed', cause });
    expect(wire(error).body).toEqual({
      code: 'invalid_input',
      message: 'Email is required; limit: Too big: expected number; Give one of both',
    });
  });

  it('names nothing else of a request that cannot be read', () => {
    const error = new ORPCError('BAD_REQUEST', { message: 'Malformed', cause: new Error('inside') });
    expect(wire(error)).toMatchObject({ status: 400, body: { message: 'The request is not valid.' } });
  });

  it('hides any other error behind the request id', () => {
    for (const error of [
      new Error('password of scout_app is hunter2'),
      'text',
      undefined,
      new ORPCError('INTERNAL_SERVER_ERROR', { message: 'hunter2' }),
      // A foreign error may have one of our codes by chance; its message must not reach the caller.
      Object.assign(new Error('hunter2'), { code: 'not_found' }),
    ]) {
      expect(wire(error)).toEqual({
        status: 500,
        body: { code: 'internal', message: 'Something went wrong on our side. Request r-1.' },
        unexpected: true,
      });
    }
  });

  it.each([
    ['23505', 409, '23505'],
    ['42501', 403, '42501'],
    ['42P01', 500, '42P01'],
    ['53300', 503, 'unavailable'],
    ['57P01', 503, 'unavailable'],
    ['ECONNREFUSED', 503, 'unavailable'],
    ['ECONNRESET', 503, 'unavailable'],
    ['EHOSTUNREACH', 503, 'unavailable'],
    ['40P01', 503, 'unavailable'],
    ['55P03', 503, 'unavailable'],
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'body_too_large'],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'unsupported_media_type'],
    ['FST_ERR_CTP_EMPTY_JSON_BODY', 400, 'invalid_json'],
  ])('maps %s to %i %s without its text', (code, status, wireCode) => {
    const answered = wire(Object.assign(new Error('relation "secret" …'), { code }));
    expect(answered).toMatchObject({ status, body: { code: wireCode } });
    expect(answered.body.message).not.toContain('secret');
  });

  it('maps a node of the database that broke to 503 without its address', () => {
    const message = 'failure on connection marked as essential: 10.0.0.7:5432';
    const answered = wire(Object.assign(new Error(message), { code: 'XX000' }));
    expect(answered).toMatchObject({ status: 503, body: { code: 'unavailable' }, retryAfter: 2 });
    expect(answered.body.message).not.toContain('10.0.0.7');
  });
});
