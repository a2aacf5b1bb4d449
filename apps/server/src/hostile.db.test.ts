import { startServer, type TestServer } from '@scout/testkit';
import { runHostile } from '@scout/testkit/hostile/run';
import { unlimitedRates } from '@scout/testkit/hostile/unlimitedRates';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ rates: unlimitedRates });
});
afterAll(() => server.stop());

// The short form of `npm run test:hostile`, always with the same seed: what failed once can be looked at.
it('2,000 hostile requests to all calls and to ingest never make the server fail', async () => {
  const result = await runHostile({ target: server, seed: 20_261_122, cases: 2_000, concurrency: 4 });
  expect(result.first).toEqual([]);
  expect(result.cases).toBe(2_000);
  // Most of it is refused, and enough gets through to reach the database.
  expect(result.statuses['200']).toBeGreaterThan(300);
  expect(result.statuses['400']).toBeGreaterThan(300);
}, 600_000);
