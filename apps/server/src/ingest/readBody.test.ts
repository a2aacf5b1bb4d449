import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { Refusal } from '../http/refusal.ts';
import { readBody } from './readBody.ts';

const options = { limit: 10, timeoutMs: 60_000, hold: () => {} };

describe('readBody', () => {
  it('gives the body whole', async () => {
    const body = new PassThrough();
    const read = readBody(body, options);
    body.write('01234');
    body.end('56789');
    expect((await read).toString()).toBe('0123456789');
  });

  it('refuses the first byte beyond the limit without waiting for the end', async () => {
    const body = new PassThrough();
    const read = readBody(body, options);
    body.write('0123456789');
    body.write('x');
    await expect(read).rejects.toMatchObject({ code: 'body_too_large' });
  });

  it('refuses a declared length beyond the limit before a byte is read', async () => {
    await expect(readBody(new PassThrough(), { ...options, declared: 11 })).rejects.toMatchObject({
      code: 'body_too_large',
    });
  });

  it('calls a cut connection a truncated body', async () => {
    const body = new PassThrough();
    const read = readBody(body, options);
    body.write('01234');
    body.destroy(new Error('aborted'));
    await expect(read).rejects.toMatchObject({ code: 'truncated_body' });
    const silent = new PassThrough();
    const readSilent = readBody(silent, options);
    silent.destroy();
    await expect(readSilent).rejects.toMatchObject({ code: 'truncated_body' });
  });

  it('does not wait for ever', async () => {
    vi.useFakeTimers();
    try {
      const read = readBody(new PassThrough(), options);
      const answer = expect(read).rejects.toMatchObject({ code: 'truncated_body' });
      await vi.advanceTimersByTimeAsync(60_000);
      await answer;
    } finally {
      vi.useRealTimers();
    }
  });

  it('asks before it keeps a chunk, and stops when that is refused', async () => {
    const body = new PassThrough();
    const held: number[] = [];
    const read = readBody(body, {
      ...options,
      hold: (bytes) => {
        held.push(bytes);
        if (held.length === 2) throw new Refusal('unavailable');
      },
    });
    body.write('0123');
    body.write('45');
    await expect(read).rejects.toMatchObject({ code: 'unavailable' });
    expect(held).toEqual([4, 2]);
  });
});
