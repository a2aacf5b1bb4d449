import { startServer, type TestServer } from '@scout/testkit';
import { runHostile } from '@scout/testkit/hostile/run';
import { unlimitedRates } from '@scout/testkit/hostile/unlimitedRates';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lengthOf } from '../../../scripts/testLength.mjs';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ rates: unlimitedRates });
});
afterAll(() => server.stop());

// Short form of `npm run test:hostile`, with a fixed seed, so that failures can be reproduced.
const cases = lengthOf(500, 20_000);

it(
  `${cases.toLocaleString('en')} hostile requests to all calls and to ingest never make the server fail`,
  async () => {
    const result = await runHostile({ target: server, seed: 20_261_122, cases, concurrency: 4 });
    expect(result.first).toEqual([]);
    expect(result.cases).toBe(cases);
    // Most is refused, and enough passes to reach the database.
    expect(result.statuses['200']).toBeGreaterThan(cases / 7);
    expect(result.statuses['400']).toBeGreaterThan(cases / 7);
  },
  lengthOf(600_000, 3_600_000),
);
