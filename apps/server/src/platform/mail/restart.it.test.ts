import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  clientOf,
  createDatabase,
  createInbox,
  createScratchFolder,
  spawnServer,
  type TestDatabase,
} from '@scout/testkit';
import { expect, test } from 'vitest';

/** Number of waiting mails, and an attempted flag for each. */
const waiting = (database: TestDatabase) =>
  database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ state: string }>(
      `SELECT state::text FROM pgboss.job WHERE name = 'mail'`,
    );
    return rows.map(({ state }) => state);
  });

test('a mail queued before the server was killed is delivered by the next one, once', async () => {
  await using database = await createDatabase();
  await using inbox = await createInbox();
  const dataDir = await createScratchFolder();
  const options = { dataDir, env: { DATABASE_URL: database.ownerUrl, SMTP_URL: inbox.smtpUrl } };
  try {
    await inbox.stop();
    const first = await spawnServer(options);
    const url = await first.ready;
    const operator = clientOf({ url }, (await readFile(join(dataDir, 'operator-token'), 'utf8')).trim());
    const { tenant_id } = await operator.api.operatorTenantsCreate({
      company_name: 'Northwind Bank',
      is_subscribed: true,
    });
    const email = 'admin@northwind.example';
    await operator.api.operatorUsersCreate({
      tenant_id,
      email,
      password: 'a password of the test',
      admin: true,
    });

    await clientOf({ url }).api.authRecover({ email });
    // The mail server is down: the mail returns to the queue.
    await expect.poll(() => waiting(database), { timeout: 60_000 }).toEqual(['retry']);
    expect(await first.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });

    await inbox.start();
    await using second = await spawnServer(options);
    await second.ready;
    const mail = await inbox.next(email, 120_000);
    expect(mail.subject).toBe('Choose a new Scout password');
    await expect.poll(() => waiting(database), { timeout: 60_000 }).toEqual(['completed']);
    expect(inbox.mails).toHaveLength(1);
    const { output } = await second.end('SIGTERM');
    for (const secret of [email, new URL(mail.link!).search.slice(1)]) expect(output).not.toContain(secret);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
