import { zstdCompressSync } from 'node:zlib';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { ship } from '../../ingest/testing/ship.ts';
import { startAssessor } from './startAssessor.ts';
import { foundOf, lineOf, quietDaysWithStories } from './testing/stories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const soon = { timeout: 60_000, interval: 200 };

async function bankWithEvents() {
  const bank = await createOrganization(server, fresh('Northwind'));
  const { status } = await ship(await bank.as('agent'), 1, quietDaysWithStories().map(lineOf));
  expect(status).toBe(200);
  return bank;
}

const casesOf = async (tenantId: string) => (await foundOf(server.database, tenantId)).cases.length;

test('the thread assesses what it finds and what it is woken for, and stops on request', async () => {
  const logged: unknown[] = [];
  const log = {
    warn: (...line: unknown[]) => logged.push(line),
    error: (...line: unknown[]) => logged.push(line),
  };
  const found = await bankWithEvents();
  const assessor = startAssessor({ database: server.database, log: log as never, everyMs: 600_000 });
  try {
    await expect.poll(() => casesOf(found.tenantId), soon).toBeGreaterThan(2);
    const woken = await bankWithEvents();
    assessor.wake(woken.tenantId);
    await expect.poll(() => casesOf(woken.tenantId), soon).toBeGreaterThan(2);
  } finally {
    await assessor.stop();
  }
  expect(logged).toEqual([]);
  const late = await bankWithEvents();
  assessor.wake(late.tenantId);
  expect(await casesOf(late.tenantId)).toBe(0);
});

test('failures in the thread are logged with their cause, and it continues with others', async () => {
  const bank = await bankWithEvents();
  await server.database.asOwner((owner) =>
    owner.query('UPDATE scout.activity_parts SET body = $2 WHERE tenant_id = $1', [
      bank.tenantId,
      zstdCompressSync('{"version": 0}'),
    ]),
  );
  const errors: { err?: Error; tenant_id?: string }[] = [];
  const log = { warn: () => {}, error: (fields: object) => errors.push(fields) };
  const assessor = startAssessor({ database: server.database, log: log as never, everyMs: 500 });
  try {
    await expect
      .poll(() => errors.map(({ err, tenant_id }) => [tenant_id, err?.message]), soon)
      .toContainEqual([bank.tenantId, 'Activity of version 0 cannot be read']);
    const other = await bankWithEvents();
    await expect.poll(() => casesOf(other.tenantId), soon).toBeGreaterThan(2);
  } finally {
    await assessor.stop();
  }
});
