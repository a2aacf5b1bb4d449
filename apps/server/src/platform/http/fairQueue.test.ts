import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fairQueue.ts';

const LONG = 60_000;

/** Work that ends when told, and a note of what has begun. */
function occupy(queue: ReturnType<typeof createFairQueue>) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const results: Promise<unknown>[] = [];
  return {
    begun,
    ends,
    results,
    enter(tenantId: string) {
      const result = queue.within(tenantId, () => {
        begun.push(tenantId);
        return new Promise<void>((end) => ends.push(end));
      });
      result.catch(() => {});
      results.push(result);
      return result;
    },
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));
const refused = (code: string) => expect.objectContaining({ code, retryAfter: 2 });

describe('a fair queue', () => {
  it('keeps places for other organizations, and gives turns to each', async () => {
    const at = occupy(createFairQueue({ places: 4, requests: 100, patienceMs: LONG }));
    for (let count = 0; count < 6; count += 1) at.enter('a');
    await settle();
    expect(at.begun).toEqual(['a', 'a']);
    at.enter('b');
    await settle();
    expect(at.begun).toEqual(['a', 'a', 'b']);
    at.enter('b');
    at.ends[2]!();
    await settle();
    expect(at.begun).toEqual(['a', 'a', 'b', 'b']);
    for (let end = 0; end < 8; end += 1) {
      at.ends[end]!();
      await settle();
    }
    await Promise.all(at.results);
    expect(at.begun).toHaveLength(8);
  });

  it('refuses requests beyond the share of an organization, and beyond those of the process', async () => {
    const at = occupy(createFairQueue({ places: 1, requests: 4, patienceMs: LONG }));
    at.enter('a');
    at.enter('a');
    await expect(at.enter('a')).rejects.toEqual(refused('rate_limited'));
    at.enter('b');
    at.enter('c');
    await expect(at.enter('d')).rejects.toEqual(refused('unavailable'));
  });

  it('refuses a request whose turn does not come in time, and serves the others', async () => {
    const queue = createFairQueue({ places: 1, requests: 100, patienceMs: 1 });
    const at = occupy(queue);
    at.enter('a');
    await settle();
    await expect(at.enter('a')).rejects.toEqual(refused('unavailable'));
    await expect(at.enter('b')).rejects.toEqual(refused('unavailable'));
    at.ends[0]!();
    await at.results[0];
    expect(await queue.within('b', async () => 'served')).toBe('served');
  });

  it('gives the place back when work fails', async () => {
    const queue = createFairQueue({ places: 1, requests: 2, patienceMs: LONG });
    for (let count = 0; count < 3; count += 1) {
      const failing = queue.within('a', () => Promise.reject(new Error('of the work')));
      await expect(failing).rejects.toThrow('of the work');
    }
  });

  it('lets a request go that nobody waits for: before it, in the queue, and after its turn', async () => {
    const queue = createFairQueue({ places: 1, requests: 4, patienceMs: LONG });
    const at = occupy(queue);
    at.enter('a');
    await settle();
    const gone = new AbortController();
    const waiting = queue.within('b', async () => 'served', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(queue.within('b', async () => 'served', gone.signal)).rejects.toThrow('gone');
    const later = new AbortController();
    const next = queue.within('b', async () => 'served', later.signal);
    at.ends[0]!();
    expect(await next).toBe('served');
    later.abort(new Error('gone'));
    expect(await queue.within('c', async () => 'served')).toBe('served');
  });

  it('says in the given words what is full', async () => {
    const full = { share: 'yours', process: 'all' };
    const at = occupy(createFairQueue({ places: 1, requests: 2, patienceMs: LONG, full }));
    at.enter('a');
    await expect(at.enter('a')).rejects.toMatchObject({ message: 'yours' });
    at.enter('b');
    await expect(at.enter('c')).rejects.toMatchObject({ message: 'all' });
  });
});
