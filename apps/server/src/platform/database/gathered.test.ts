import { describe, expect, it } from 'vitest';
import { gathered } from './gathered.ts';

/** Queries that end when released by the test. */
function held(everyMs?: number) {
  const queries: { questions: readonly number[]; end(): void; fail(): void }[] = [];
  const ask = gathered<number, string>((questions) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    queries.push({
      questions,
      end: () => resolve(questions.map((question) => `answer ${question}`)),
      fail: () => reject(new Error('no connection')),
    });
    return promise;
  }, everyMs);
  return { queries, ask };
}
const settled = async () => {
  for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
};

describe('gathered', () => {
  it('queries at once, and combines what arrives meanwhile in the next query', async () => {
    const { queries, ask } = held();
    const answers = [ask(1), ask(2), ask(3)];
    expect(queries.map(({ questions }) => questions)).toEqual([[1]]);
    queries[0]?.end();
    expect(await answers[0]).toBe('answer 1');
    await settled();
    expect(queries.map(({ questions }) => questions)).toEqual([[1], [2, 3]]);
    queries[1]?.end();
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });

  it('fails the requests of a failed query, and queries again for the next', async () => {
    const { queries, ask } = held();
    const [first, second] = [ask(1), ask(2)];
    queries[0]?.fail();
    await expect(first).rejects.toThrow('no connection');
    await settled();
    queries[1]?.end();
    expect(await second).toBe('answer 2');
    const third = ask(3);
    queries[2]?.end();
    expect(await third).toBe('answer 3');
  });

  it('queries no more often than given, and a single request at once', async () => {
    const { queries, ask } = held(30);
    const first = ask(1);
    queries[0]?.end();
    await first;
    const begun = performance.now();
    const later = [ask(2), ask(3)];
    await expect.poll(() => queries.length, { interval: 1 }).toBe(2);
    expect(performance.now() - begun).toBeGreaterThan(15);
    queries[1]?.end();
    expect(await Promise.all(later)).toEqual(['answer 2', 'answer 3']);
  });

  it('combines no more requests than a query may hold', async () => {
    const { queries, ask } = held();
    for (let question = 0; question < 600; question += 1) void ask(question);
    for (let index = 0; index < 4; index += 1) {
      queries[index]?.end();
      await settled();
    }
    expect(queries.map(({ questions }) => questions.length)).toEqual([1, 256, 256, 87]);
  });
});
