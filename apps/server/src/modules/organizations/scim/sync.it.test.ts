import { limits } from '@scout/contract';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lengthOf } from '../../../../../../scripts/testLength.mjs';
import { type Directory, directoryOf } from './testing/directory.ts';

const PEOPLE = lengthOf(2_000, 10_000);
const PART = 100;

let ahead = 0;
let server: TestServer;
let directory: Directory;
beforeAll(async () => {
  server = await startServer({ clock: { now: () => Date.now() + ahead } });
  directory = await directoryOf(server, await createOrganization(server, 'Northwind Bank'));
});
afterAll(() => server.stop());

/** Milliseconds of the median. */
const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** Milliseconds of each, made one after the other, within the token's rate. */
async function timed(count: number, work: (number: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    if (number % (limits.rates.provisioningCallsPerApiToken.attempts / 2) === 0)
      ahead += limits.rates.provisioningCallsPerApiToken.windowSeconds * 1_000;
    const begun = performance.now();
    await work(number);
    times.push(performance.now() - begun);
  }
  return times;
}

it(`takes ${PEOPLE} people in one sync`, { timeout: 900_000 }, async () => {
  const ids: string[] = [];
  const create = async (number: number) => {
    const userName = `person${number}@northwind-bank.example`;
    const { status, body } = await directory.post('/Users', {
      userName,
      externalId: String(number),
      active: true,
    });
    expect(status).toBe(201);
    ids.push(body.id);
    // Autovacuum does it elsewhere; databases of tests have none.
    if (number % 1_000 === 0) await server.database.asOwner((owner) => owner.query('VACUUM ANALYZE'));
  };
  // A request that reads no rows says how busy the machine is meanwhile.
  const idle = () =>
    timed(PART, async () => {
      expect((await directory.get('/ServiceProviderConfig')).status).toBe(200);
    });
  const idleFirst = median(await idle());
  const begun = performance.now();
  const times = await timed(PEOPLE, create);
  const seconds = (performance.now() - begun) / 1_000;
  // The very first also fill caches.
  const [first, last] = [median(times.slice(PART, 2 * PART)), median(times.slice(-PART))];
  const idleLast = median(await idle());
  const filter = encodeURIComponent(`userName eq "person${PEOPLE - 1}@northwind-bank.example"`);
  const [found, ended, group] = [
    await timed(PART, async () => {
      expect((await directory.get(`/Users?filter=${filter}`)).body.totalResults).toBe(1);
    }),
    await timed(PART, async (number) => {
      const body = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] };
      expect((await directory.patch(`/Users/${ids[number]}`, body)).body.active).toBe(false);
    }),
    await timed(1, async () => {
      const members = ids.map((value) => ({ value }));
      expect((await directory.post('/Groups', { displayName: 'Everybody', members })).status).toBe(201);
    }),
  ];
  const listed = await timed(1, async () => {
    const { body } = await directory.get(`/Users?startIndex=${PEOPLE - PART + 1}&count=200`);
    expect([body.totalResults, body.itemsPerPage]).toEqual([PEOPLE, PART]);
  });
  console.info(
    `${PEOPLE} people in ${seconds.toFixed(0)} s: median of the first ${PART} ${first.toFixed(1)} ms, of the last ${last.toFixed(1)} ms ` +
      `(a request that reads nothing ${idleFirst.toFixed(1)} and ${idleLast.toFixed(1)} ms); ` +
      `lookup ${median(found).toFixed(1)} ms, deactivation ${median(ended).toFixed(1)} ms, group of all ${group[0]!.toFixed(0)} ms, ` +
      `last page ${listed[0]!.toFixed(0)} ms`,
  );
});
