import { createClock, createDatabase, createInbox, startServer } from '@scout/testkit';
import { authSecret } from '@scout/testkit/authSecret';
import { URI } from 'otpauth';
import { expect, it } from 'vitest';
import { type Browser, openBrowser, password, register, signIn } from './testing/browser.ts';

const email = 'ada@northwind.example';
const clock = createClock(new Date().toISOString());
const formerSecret = 'the secret of before, of thirty-two characters';

async function show(browser: Browser, id: string, code: string) {
  const challenge = await browser.post(`/auth/v1/factors/${id}/challenge`);
  return browser.post(`/auth/v1/factors/${id}/verify`, { challenge_id: challenge.body.id, code });
}

it('reports when no secret opens its keys, and opens them with the former one', async () => {
  await using inbox = await createInbox();
  await using database = await createDatabase();
  const start = (config = {}) => startServer({ database, inbox, clock, config });
  const former = await start({ authSecret: formerSecret });
  const browser = await register(former, inbox, email, 'Northwind Bank');
  const { body: factor } = await browser.post('/auth/v1/factors', {
    friendly_name: 'Phone',
    current_password: password,
  });
  const code = URI.parse(factor.totp.uri).generate({ timestamp: clock.now() });
  const { recovery_codes } = (await show(browser, factor.id, code)).body;
  await former.stop();

  await expect(start()).rejects.toThrow('SCOUT_AUTH_SECRET_PREVIOUS');
  await (await start({ previousAuthSecret: formerSecret })).stop();
  // Afterwards the former secret is not needed and opens nothing.
  await (await start()).stop();
  await expect(start({ authSecret: formerSecret })).rejects.toThrow(
    'The authentication secret does not open the keys in this database',
  );
  await using server = await start({
    authSecret: 'the secret of afterwards, of so many characters',
    previousAuthSecret: authSecret,
  });
  const again = openBrowser(server);
  for (const [name, value] of browser.cookies) (again.cookies as Map<string, string>).set(name, value);
  expect((await again.get('/auth/v1/session')).body.user).toMatchObject({ email });
  const elsewhere = openBrowser(server);
  await signIn(elsewhere, email);
  expect((await show(elsewhere, factor.id, recovery_codes[0])).status).toBe(200);
});
