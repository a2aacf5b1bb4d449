import { limits } from '@scout/contract';
import { createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailAbout, openBrowser, password, register, signIn, tokenOf } from './testing/browser.ts';

let inbox: Inbox;
let server: TestServer;

beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});

/** The statuses of attempts at the same time: each waits for the least time of a refusal. */
const statusesOf = (attempts: number, attempt: (n: number) => ReturnType<typeof signIn>) =>
  Promise.all(Array.from({ length: attempts }, async (_, n) => (await attempt(n)).status));
const refusals = (attempts: number) => Array.from({ length: attempts }, () => 400);

const from = (address: string) => openBrowser(server, { address });
const { signInPerUser, signInPerPlace, signInPerDevice } = limits.rates;

/** Guesses a user's password from new addresses each time, until the user's unknown browsers are refused. */
async function guessFromEverywhere(email: string): Promise<number> {
  const addresses = Array.from({ length: signInPerUser.attempts + 5 }, (_, n) => `198.51.100.${n}`);
  const answers = await Promise.all(addresses.map((address) => signIn(from(address), email, 'a guess')));
  return answers.filter(({ status }) => status !== 429).length;
}

describe('wrong passwords from many addresses', () => {
  it('do not lock out the owner: ten of them have no effect elsewhere', async () => {
    const email = 'ada@northwind.example';
    await register(server, inbox, email, 'Northwind Bank');
    const statuses = await statusesOf(10, (n) => signIn(from(`192.0.2.${n + 1}`), email, 'a guess'));
    expect(statuses).toEqual(refusals(10));
    expect((await signIn(from('203.0.113.7'), email)).status).toBe(200);
  });

  it('are bounded, and a known browser of the user still gets in', async () => {
    const email = 'bo@northwind.example';
    const own = await register(server, inbox, email, 'Northwind Bank');
    expect(await guessFromEverywhere(email)).toBe(signInPerUser.attempts);
    const stranger = await signIn(from('203.0.113.8'), email);
    expect(stranger).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(stranger.headers.get('retry-after'))).toBeLessThanOrEqual(signInPerUser.windowSeconds);
    expect((await signIn(own, email)).status).toBe(200);
    // Its success gives the guessers no new attempts.
    expect((await signIn(from('203.0.113.9'), email, 'a guess')).status).toBe(429);
  });

  it('do not lock out a user in a new browser who confirms by mail', async () => {
    const email = 'cy@northwind.example';
    await register(server, inbox, email, 'Northwind Bank');
    await guessFromEverywhere(email);
    const browser = from('203.0.113.10');
    await browser.post('/auth/v1/recover', { email });
    const token = tokenOf(await mailAbout(inbox, email, /password/i));
    const next = 'seven quiet harbours';
    expect((await browser.post('/auth/v1/reset-password', { token, password: next })).status).toBe(200);
    expect((await signIn(browser, email, next)).status).toBe(200);
  });

  it('get the same answer for an address without a user', async () => {
    expect(await guessFromEverywhere('nobody@meridian.example')).toBe(signInPerUser.attempts);
  });
});

describe('wrong passwords', () => {
  it('from one address are few per user, and another user at that address is not delayed', async () => {
    const email = 'dan@northwind.example';
    await register(server, inbox, email, 'Northwind Bank');
    const { attempts } = signInPerPlace;
    const statuses = await statusesOf(attempts, () => signIn(from('192.0.2.70'), email, 'a guess'));
    expect(statuses).toEqual(refusals(attempts));
    expect((await signIn(from('192.0.2.70'), email)).status).toBe(429);
    expect((await signIn(from('192.0.2.70'), 'ada@northwind.example')).status).toBe(200);
    expect((await signIn(from('192.0.2.71'), email)).status).toBe(200);
  });

  it('of one IPv6 connection are counted together, whichever of its addresses is used', async () => {
    const email = 'ed@northwind.example';
    await register(server, inbox, email, 'Northwind Bank');
    const { attempts } = signInPerPlace;
    const statuses = await statusesOf(attempts, (n) =>
      signIn(from(`2001:db8:7:7::${n + 1}`), email, 'a guess'),
    );
    expect(statuses).toEqual(refusals(attempts));
    expect((await signIn(from('2001:db8:7:7:ffff::1'), email)).status).toBe(429);
    expect((await signIn(from('2001:db8:7:8::1'), email)).status).toBe(200);
  });

  it('in a known browser are few too, and delay nobody else', async () => {
    const email = 'fay@northwind.example';
    const own = await register(server, inbox, email, 'Northwind Bank');
    const { attempts } = signInPerDevice;
    expect(await statusesOf(attempts, () => signIn(own, email, 'a guess'))).toEqual(refusals(attempts));
    expect((await signIn(own, email)).status).toBe(429);
    expect((await signIn(from('192.0.2.90'), email)).status).toBe(200);
  });

  it('are not excused by a forged cookie, nor by one of another user', async () => {
    const email = 'gus@northwind.example';
    await register(server, inbox, email, 'Northwind Bank');
    const other = await register(server, inbox, 'hal@northwind.example', 'Northwind Bank');
    await guessFromEverywhere(email);
    expect((await signIn(other, email)).status).toBe(429);
    const cookie = [...other.cookies.keys()].map((name) => `${name}=${'a'.repeat(43)}`).join('; ');
    const madeUp = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ email, password }),
    });
    expect(madeUp.status).toBe(429);
  });

  it('do not affect a program that signs in often with the right one', async () => {
    const email = 'ivy@northwind.example';
    await register(server, inbox, email, 'Northwind Bank');
    for (let n = 0; n <= signInPerUser.attempts; n += 1) {
      expect((await signIn(from('192.0.2.99'), email)).status).toBe(200);
    }
  });
});

describe('X-Forwarded-For', () => {
  const lastAddress = async (at: TestServer, forwarded: string) => {
    const email = 'ada@northwind.example';
    await signIn(openBrowser(at, { address: forwarded }), email);
    const { rows } = await at.database.asOwner((owner) =>
      owner.query<{ ip_address: string }>(
        `SELECT ip_address FROM auth.session JOIN auth."user" u ON u.id = user_id WHERE u.email = $1
         ORDER BY session.created_at DESC LIMIT 1`,
        [email],
      ),
    );
    return rows[0]?.ip_address;
  };

  it('is trusted only from configured proxies', async () => {
    expect(await lastAddress(server, '192.0.2.44')).toBe('192.0.2.44');
    await using elsewhere = await startServer({
      database: server.database,
      config: { trustedProxies: ['10.0.0.0/8'] },
    });
    expect(await lastAddress(elsewhere, '192.0.2.45')).toBe('127.0.0.1');
    await using chain = await startServer({
      database: server.database,
      config: { trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] },
    });
    // Entries before the address recorded by the outermost proxy come from the caller.
    expect(await lastAddress(chain, '8.8.8.8, 192.0.2.46, 10.1.2.3')).toBe('192.0.2.46');
  });
});
