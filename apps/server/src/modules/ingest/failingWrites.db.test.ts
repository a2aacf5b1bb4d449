import { startServer } from '@scout/testkit';
import { expect, it } from 'vitest';
import { enrolSender } from '../../platform/database/testing/sender.ts';

it('/readyz reports failing writes of ingest while sign-in and reading are ready, and their end', async () => {
  await using server = await startServer();
  const { send } = await enrolSender(server.url, server.operatorToken);
  const ready = async () => {
    const response = await fetch(`${server.url}/readyz`);
    return { code: response.status, body: await response.json() };
  };
  expect(await send(1, 60_000)).toBe(200);
  await server.database.asOwner((owner) => owner.query('ALTER TABLE scout.batches RENAME TO lost'));
  for (const batch of [2, 3, 4]) expect(await send(batch, 60_000)).toBe(500);
  expect(await ready()).toMatchObject({
    code: 200,
    body: { status: 'ok', database: 'ok', ingest: 'failing' },
  });
  await server.database.asOwner((owner) => owner.query('ALTER TABLE scout.lost RENAME TO batches'));
  expect(await send(2, 60_000)).toBe(200);
  expect(await ready()).toMatchObject({ code: 200, body: { ingest: 'ok', queue: 'ok' } });
});
