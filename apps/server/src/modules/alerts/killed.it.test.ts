import { expect, onTestFinished, test } from 'vitest';
import { CASES, KILLED_TIMEOUT_MS, KILLS, startSenders, TAKEN_OVER_MS } from './testing/killedSenders.ts';

test(`each step is mailed at least once after ${KILLS} kills of two servers, and copies have one Message-ID`, {
  timeout: KILLED_TIMEOUT_MS,
}, async () => {
  const senders = await startSenders();
  onTestFinished(() => senders.stop());
  const { database, inbox, tenantId } = senders;
  const email = 'soc@northwind.example';
  await database.asOwner(async (owner) => {
    await owner.query('INSERT INTO scout.alert_recipients (tenant_id, email, position) VALUES ($1, $2, 0)', [
      tenantId,
      email,
    ]);
    await owner.query(
      `INSERT INTO scout.alert_preferences (tenant_id, email, link_key, hourly_cap)
       VALUES ($1, $2, decode(repeat('0', 64), 'hex'), ${CASES})`,
      [tenantId, email],
    );
  });

  await senders.killWhileCasesOpen();
  // Another server takes over the mail of a killed server after about a minute and a half.
  await senders.takeOver();
  await expect
    .poll(() => new Set(inbox.mails.map(({ subject }) => subject)).size, {
      timeout: TAKEN_OVER_MS,
      interval: 500,
    })
    .toBe(CASES);
  const ids = new Set(inbox.mails.map(({ messageId }) => messageId));
  expect(ids.size).toBe(CASES);
  console.log(`${inbox.mails.length - CASES} of ${CASES} mails came twice`);
});
