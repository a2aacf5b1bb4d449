import { limits } from '@scout/contract';
import { createClock, createInbox, startServer } from '@scout/testkit';
import { expect, it } from 'vitest';
import { maintainPartitions } from '../../events/jobs/partitions.ts';
import { openBrowser, register, signUpOf } from '../testing/browser.ts';

it('frees unconfirmed addresses, deletes expired rows, and leaves users alone', async () => {
  const clock = createClock(new Date().toISOString());
  await using inbox = await createInbox();
  await using server = await startServer({ inbox, clock });
  await register(server, inbox, 'ada@northwind.example', 'Northwind Bank');
  await openBrowser(server).post('/auth/v1/recover', { email: 'ada@northwind.example' });
  await openBrowser(server).post('/auth/v1/signup', signUpOf('bo@northwind.example', 'Northwind Bank'));
  await server.database.asOwner((owner) =>
    owner.query(
      'INSERT INTO auth.sso_assertions (tenant_id, assertion_hash, expires_at) VALUES ($1, $2, $3)',
      [crypto.randomUUID(), Buffer.alloc(32), new Date(clock.now() + 1000)],
    ),
  );
  const count = async (table: string) =>
    server.database.asOwner(async (owner) => (await owner.query(`SELECT FROM auth.${table}`)).rowCount);

  await maintainPartitions(server.context);
  const before = { user: 2, session: 1, password_resets: 1, confirmations: 1, sso_assertions: 1 };
  for (const [table, n] of Object.entries(before)) expect(await count(`"${table}"`), table).toBe(n);

  clock.advance((limits.user.unconfirmedDays * 24 + 1) * 3_600_000);
  await maintainPartitions(server.context);
  const after = { user: 1, session: 0, password_resets: 0, confirmations: 0, sso_assertions: 0 };
  for (const [table, n] of Object.entries(after)) expect(await count(`"${table}"`), table).toBe(n);
});
