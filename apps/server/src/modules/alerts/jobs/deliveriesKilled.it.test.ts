import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../../platform/outgoing/testing/receiver.ts';
import { CASES, KILLED_TIMEOUT_MS, KILLS, startSenders, TAKEN_OVER_MS } from '../testing/killedSenders.ts';

test(`a channel gets each step at least once after ${KILLS} kills of two servers, and copies share an id`, {
  timeout: KILLED_TIMEOUT_MS,
}, async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  const senders = await startSenders({ SCOUT_WEBHOOK_NETWORKS: '127.0.0.1' });
  onTestFinished(() => senders.stop());
  const { database, tenantId, random } = senders;
  // Slow enough that kills hit attempts in progress.
  receiver.answerBy((_request, response) => {
    setTimeout(() => response.writeHead(200).end(), random() * 100);
  });
  // Without a secret nothing is signed; the message id is also in its body.
  await database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.channels (tenant_id, format, name, url, min_severity, created_at, created_by)
       VALUES ($1, 'ecs', 'SIEM', $2, 'low', now(), 'ada@northwind.example')`,
      [tenantId, receiver.url],
    ),
  );

  await senders.killWhileCasesOpen();
  const delivered = () =>
    receiver.received.map(({ body }) => {
      const { event, user } = JSON.parse(body) as { event: { id: string }; user: { name: string } };
      return { id: event.id, account: user.name };
    });
  // An attempt of a killed server is repeated two minutes after it began.
  await senders.takeOver();
  await expect
    .poll(() => new Set(delivered().map(({ account }) => account)).size, {
      timeout: TAKEN_OVER_MS,
      interval: 500,
    })
    .toBe(CASES);
  const settled = async () => {
    const { rows } = await database.asOwner((owner) =>
      owner.query<{ outcome: string; n: number }>(
        'SELECT outcome, count(*)::int AS n FROM scout.channel_deliveries GROUP BY outcome',
      ),
    );
    return rows;
  };
  await expect
    .poll(settled, { timeout: TAKEN_OVER_MS, interval: 500 })
    .toEqual([{ outcome: 'delivered', n: CASES }]);
  const ids = new Set(delivered().map(({ id }) => id));
  expect(ids.size).toBe(CASES);
  console.log(`${receiver.received.length - CASES} of ${CASES} messages came twice`);
});
