import { readFileSync } from 'node:fs';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { ship } from '../../ingest/testing/ship.ts';
import { assess } from '../assessor/assess.ts';
import { createMemory } from '../assessor/memory.ts';

// Recordings of domain controllers under attack: github.com/mdecrevoisier/EVTX-to-MITRE-Attack, CC0.
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Lines of a recording, as if it had begun two hours ago. */
function recorded(name: string): string[] {
  const lines = readFileSync(new URL(`../testing/recordings/${name}.xml`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const begin = Math.min(...lines.map(timeOf));
  return lines.map((line) =>
    line.replace(
      TIME,
      `SystemTime="${new Date(Date.now() - 7_200_000 + timeOf(line) - begin).toISOString()}"`,
    ),
  );
}
const TIME = /SystemTime="([^"]+)"/;
const timeOf = (line: string) => Date.parse(TIME.exec(line)![1]!);

/** Uses of RC4 and cases of an organization that has only this recording. */
async function shown(name: string) {
  const bank = await createOrganization(server, fresh('Northwind'));
  const lines = recorded(name);
  const sent = await ship(
    await bank.as('agent'),
    1,
    lines.map((xml) => JSON.stringify({ xml })),
  );
  // A request that a controller refused may name nobody.
  const named = lines.filter((line) => line.includes('Name="TargetUserName">'));
  expect(sent.body).toMatchObject({ accepted: named.length });
  const parts = { pool: server.context.pool, clock: { now: () => Date.now() }, memory: createMemory() };
  while ((await assess(parts, bank.tenantId)) === 'more');
  const { api } = await bank.as('member');
  return { uses: (await api.rc4Uses({})).uses, cases: (await api.cases({})).cases };
}

test('a ticket that was roasted with RC4 is listed with requester and client', async () => {
  const { uses } = await shown('kerberoast');
  expect(uses).toMatchObject([
    { account: 'svc-sql-db01', requester: 'admmig', client: '10.23.23.9', tickets: 1 },
  ]);
});

test.each(['host-enumeration', 'golden-ticket', 'as-rep'])(
  'nothing is claimed of %s: tickets for machines, of an unknown name, and of a person',
  async (name) => {
    expect((await shown(name)).cases).toEqual([]);
  },
);
