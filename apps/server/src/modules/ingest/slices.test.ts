import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSlices } from './slices.ts';

it('lets organizations alternate, one slice in each turn of the event loop', async () => {
  const slices = createSlices();
  const order: string[] = [];
  const work = async (name: string): Promise<void> => {
    const slice = slices.begin(name.slice(0, 1));
    for (let step = 0; step < 2; step += 1) {
      await slice.next();
      order.push(name);
    }
  };
  const all = Promise.all(['a1', 'a2', 'b1'].map(work));
  const seen: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    await setImmediate();
    seen.push(order.length);
  }
  await all;
  expect(order).toEqual(['a1', 'b1', 'a2', 'b1', 'a1', 'a2']);
  for (const [turn, count] of seen.entries()) expect(count).toBeLessThanOrEqual(turn + 1);
});

it('detects the end of a slice', async () => {
  const slice = createSlices().begin('a');
  expect(slice.isOver).toBe(false);
  const begin = performance.now();
  while (performance.now() - begin < 3) Math.sqrt(begin);
  expect(slice.isOver).toBe(true);
  await slice.next();
  expect(slice.isOver).toBe(false);
});

it('gives one organization a quarter of the thread while another sends, and all of it otherwise', async () => {
  let time = 0;
  const slices = createSlices({
    now: () => time,
    used: () => time,
    pause: async (milliseconds) => {
      time += milliseconds;
    },
  });
  const compute = async (milliseconds: number, alone: boolean): Promise<number> => {
    const begun = time;
    const slice = slices.begin('heavy');
    for (let computed = 0; computed < milliseconds; computed += 2) {
      if (!alone) slices.begin('other');
      time += 2;
      await slice.next();
    }
    return time - begun;
  };
  expect(await compute(1_000, true)).toBe(1_000);
  time += 10_000;
  // A hundred milliseconds of savings.
  expect(await compute(100, false)).toBe(100);
  const taken = await compute(1_000, false);
  expect(taken).toBeGreaterThan(3_800);
  expect(taken).toBeLessThan(4_050);
});

it('counts the processor time of its slices, without waits', async () => {
  let used = 0;
  const slice = createSlices({ now: () => 0, used: () => used, pause: async () => {} }).begin('a');
  used += 3;
  await slice.next();
  used += 4;
  slice.stop();
  expect(slice.usedMs).toBe(7);
  // Of others.
  used += 100;
  await slice.next();
  used += 5;
  slice.stop();
  slice.stop();
  expect(slice.usedMs).toBe(12);
});

it('ends for a batch that nobody waits for', async () => {
  const gone = new AbortController();
  const slice = createSlices().begin('a', gone.signal);
  await slice.next();
  const next = slice.next();
  gone.abort(new Error('gone'));
  await expect(next).rejects.toThrow('gone');
  await expect(slice.next()).rejects.toThrow('gone');
});
