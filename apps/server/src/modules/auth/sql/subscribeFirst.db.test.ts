import { clientOf, createInbox, startServer } from '@scout/testkit';
import { seedTenant } from '@scout/testkit/seed';
import { expect, it } from 'vitest';
import { keptMails } from '../../../platform/mail/inbox/store.ts';
import { openBrowser, register, signUpOf } from '../testing/browser.ts';

/** The code of the mail waiting for an address. */
async function codeFor(dataDir: string, email: string): Promise<string> {
  for (;;) {
    const mail = (await keptMails(dataDir)).find(({ to }) => to === email);
    if (mail) return /\b\d{6}\b/.exec(mail.text)![0];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it('the first organization founded on a local machine is subscribed, and others have a trial', async () => {
  await using server = await startServer();
  await seedTenant(server.database, 'Northwind Bank', { isSample: true });
  const found = async (email: string, company: string) => {
    const browser = openBrowser(server);
    expect(await browser.post('/auth/v1/signup', signUpOf(email, company))).toMatchObject({ status: 200 });
    const token = await codeFor(server.dataDir, email);
    const confirmed = await browser.post('/auth/v1/verify', { type: 'signup', email, token });
    expect(confirmed).toMatchObject({ status: 200 });
  };
  await found('ada@alder.example', 'Alder Health');
  await found('bo@birch.example', 'Birch Insurance');
  const { api } = clientOf(server, server.operatorToken);
  const subscribed = (await api.operatorTenantsList({})).map((row) => [
    row.company_name,
    row.trial_ends_at === null ? row.is_subscribed : 'trial',
  ]);
  expect(subscribed).toEqual([
    ['Alder Health', true],
    ['Birch Insurance', 'trial'],
    ['Northwind Bank', true],
  ]);
  const { rows } = await server.database.asOwner((client) =>
    client.query(
      `SELECT actor, details FROM scout.audit_logs WHERE action = 'subscription_changed' AND actor = 'system'`,
    ),
  );
  expect(rows).toEqual([{ actor: 'system', details: { is_subscribed: true, first_organization: true } }]);
});

it('where a mail server sends the mail, every new organization has a trial', async () => {
  const inbox = await createInbox();
  await using server = await startServer({ inbox });
  await register(server, inbox, 'ada@alder.example', 'Alder Health');
  const { api } = clientOf(server, server.operatorToken);
  expect(await api.operatorTenantsList({})).toMatchObject([
    { company_name: 'Alder Health', is_subscribed: true, trial_ends_at: expect.any(String) },
  ]);
  await inbox.stop();
});
