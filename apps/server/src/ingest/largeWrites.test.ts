import { expect, it } from 'vitest';
import { createLargeWrites } from './largeWrites.ts';

const LARGE = 8 * 1024 * 1024;

/** Starts writes by name and size and says which have begun; `end` lets one finish. */
function writes() {
  const { inTurn } = createLargeWrites();
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    begun,
    start(name: string, bytes: number) {
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return inTurn(name.slice(0, 1), bytes, () => {
        begun.push(name);
        return end.promise;
      });
    },
    end: (name: string) => ends.get(name)!.resolve(name),
    fail: (name: string) => ends.get(name)!.reject(new Error(name)),
  };
}

it('writes large batches of an organization one after the other, and the others meanwhile', async () => {
  const { begun, start, end } = writes();
  const [first, second] = [start('a1', LARGE), start('a2', LARGE)];
  const small = start('a3', 1000);
  const other = start('b1', LARGE);
  await Promise.resolve();
  expect(begun.toSorted()).toEqual(['a1', 'a3', 'b1']);
  for (const name of ['a1', 'a2', 'a3', 'b1']) end(name);
  expect(await Promise.all([first, second, small, other])).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(begun.at(-1)).toBe('a2');
});

it('goes on after a batch that could not be written', async () => {
  const { start, end, fail } = writes();
  const [first, second] = [start('a1', LARGE), start('a2', LARGE)];
  fail('a1');
  end('a2');
  await expect(first).rejects.toThrow('a1');
  expect(await second).toBe('a2');
  const third = start('a3', LARGE);
  end('a3');
  expect(await third).toBe('a3');
});
