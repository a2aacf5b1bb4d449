import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { readBody } from './readBody.ts';

const pace = { everyMs: 10_000, bytesPerSecond: 0 };
const options = { limit: 10, timeoutMs: 60_000, pace, hold: () => {} };

describe('readBody', () => {
  it('returns the whole body', async () => {
    const body = new PassThrough();
    const read = readBody(body, options);
    body.write('01234');
    body.end('56789');
    expect((await read).toString()).toBe('0123456789');
  });

  it.each([0, 300_000])('joins a body of many chunks, declared as %i bytes', async (declared) => {
    const sent = randomBytes(300_000);
    const body = new PassThrough();
    const read = readBody(body, { ...options, limit: sent.length, declared });
    for (let at = 0; at < sent.length; at += 65_000) {
      // A separate allocation, as for a connection's chunks.
      body.write(Buffer.from(new Uint8Array(sent.subarray(at, at + 65_000)).buffer));
    }
    body.end();
    expect(sent.equals(await read)).toBe(true);
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

  it('reports a broken connection as a truncated body', async () => {
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

  it('reports a connection broken before reading as a truncated body', async () => {
    const body = new PassThrough();
    body.destroy();
    await expect(readBody(body, options)).rejects.toMatchObject({ code: 'truncated_body' });
  });

  it('does not wait forever', async () => {
    vi.useFakeTimers();
    try {
      const read = readBody(new PassThrough(), options);
      const answer = expect(read).rejects.toMatchObject({ code: 'body_too_slow' });
      await vi.advanceTimersByTimeAsync(60_000);
      await answer;
    } finally {
      vi.useRealTimers();
    }
  });

  it('drops a body that starts fast and then stalls, and not one that continues', async () => {
    vi.useFakeTimers();
    try {
      const slow = { ...options, limit: 1000, pace: { everyMs: 10_000, bytesPerSecond: 10 } };
      const [stalled, steady] = [new PassThrough(), new PassThrough()];
      const cut = expect(readBody(stalled, slow)).rejects.toMatchObject({ code: 'body_too_slow' });
      const whole = readBody(steady, slow);
      stalled.write('x'.repeat(900));
      for (let second = 0; second < 21; second += 1) {
        steady.write('x'.repeat(10));
        stalled.write('x');
        await vi.advanceTimersByTimeAsync(1_000);
      }
      await cut;
      steady.end();
      expect(await whole).toHaveLength(210);
    } finally {
      vi.useRealTimers();
    }
  });

  it('asks before it keeps a chunk, and stops on refusal', async () => {
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
