import { startServer } from '@scout/testkit';
import { expect, it } from 'vitest';

it('many requests for readiness share a query', async () => {
  await using server = await startServer();
  let taken = 0;
  server.context.pool.on('acquire', () => {
    taken += 1;
  });
  const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(`${server.url}/readyz`)));
  expect(await answers[0]!.json()).toMatchObject({ status: 'ok', database: 'ok' });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  // One a second, however long the requests take.
  expect(taken).toBeLessThan(50);
});
