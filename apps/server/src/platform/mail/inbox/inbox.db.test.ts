import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { createInbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adviceFor } from '../../../advice.ts';
import { type Config, parseConfig } from '../../config/config.ts';
import { keptMails } from './store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const link = 'https://scout.example/reset?token=Zk3vQ0yq8mN1c6xT';
const send = (to: string, organization = 'Northwind Bank') =>
  server.context.mail.sendAlone({
    template: 'invitation',
    to,
    props: { organization, inviterName: 'An admin of the bank', link, days: 7 },
  });
/** The mail to an address, as soon as it is in the outbox. */
async function kept(to: string) {
  const found = async () => (await keptMails(server.dataDir)).find((mail) => mail.to === to);
  await expect.poll(found).toBeDefined();
  return (await found())!;
}
const get = (path: string, init?: RequestInit) => fetch(server.url + path, { redirect: 'manual', ...init });

test('without a mail server mails are files that only this OS user reads', async () => {
  await send('files@northwind.example');
  const { id } = await kept('files@northwind.example');
  const folder = join(server.dataDir, 'outbox');
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, `${id}.eml`))).mode & 0o777).toBe(0o600);
});

test('the page lists them, newest first, and shows one as HTML in a sandbox and as text', async () => {
  await send('first@northwind.example');
  await kept('first@northwind.example');
  await send('second@northwind.example', '<b>Bold</b> Bank');
  const second = await kept('second@northwind.example');

  const list = await (await get('/dev/inbox')).text();
  expect(list.indexOf('second@northwind.example')).toBeGreaterThan(0);
  expect(list.indexOf('second@northwind.example')).toBeLessThan(list.indexOf('first@northwind.example'));
  expect(list).toContain('Join &lt;b&gt;Bold&lt;/b&gt; Bank on Scout');

  const page = await get(`/dev/inbox/${second.id}`);
  const html = await page.text();
  expect(html).toContain(`<iframe src="/dev/inbox/${second.id}/html" sandbox="allow-popups`);
  expect(html).toContain(link);
  expect(html).not.toContain('<b>');
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'/,
  );
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe');

  const frame = await get(`/dev/inbox/${second.id}/html`);
  expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups/);
  expect(frame.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(await frame.text()).toContain('&lt;b&gt;Bold&lt;/b&gt;');
});

test('a mail is deleted, then all are', async () => {
  await send('away@northwind.example');
  const { id } = await kept('away@northwind.example');
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const one = await get(`/dev/inbox/${id}/delete`, form);
  expect([one.status, one.headers.get('location')]).toEqual([303, '/dev/inbox']);
  expect((await get(`/dev/inbox/${id}`)).status).toBe(404);
  expect((await get('/dev/inbox/delete', form)).status).toBe(303);
  expect(await readdir(join(server.dataDir, 'outbox'))).toEqual([]);
  expect(await (await get('/dev/inbox')).text()).toContain('No emails yet.');
});

test('another site, another name and another machine are refused', async () => {
  const crossSite = await get('/dev/inbox/delete', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(crossSite.status).toBe(403);
  for (const [name, value] of [
    ['x-forwarded-for', '192.0.2.7'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'localhost'],
    ['x-real-ip', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
  ] as const)
    expect((await get('/dev/inbox', { headers: { [name]: value } })).status, name).toBe(404);
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const { hostname, port } = new URL(server.url);
  httpRequest(
    { hostname, port, path: '/dev/inbox', headers: { host: 'rebound.example' } },
    ({ statusCode }) => resolve(statusCode),
  )
    .on('error', reject)
    .end();
  expect(await promise).toBe(404);
});

test.each(['..%2f..%2fauth-secret', 'x', '00000000-0000-0000-0000-000000000000'])(
  'no mail is called %s',
  async (id) => {
    await mkdir(join(server.dataDir, 'outbox'), { recursive: true });
    await writeFile(join(server.dataDir, 'outbox', 'x.eml'), 'Subject: stray\r\n\r\n');
    expect((await get(`/dev/inbox/${id}`)).status).toBe(404);
  },
);

test('the page is missing in production, with a mail server or an external database, and where others have access', async () => {
  await using inbox = await createInbox();
  const elsewhere: Partial<Config>[] = [
    { inbox: parseConfig({ NODE_ENV: 'production' }).inbox },
    { smtpUrl: inbox.smtpUrl },
    { databaseUrl: 'postgres://owner:password@db.example/scout' },
    { host: '0.0.0.0' },
    { publicUrl: 'https://scout.example' },
  ];
  for (const config of elsewhere) {
    await using other = await startServer({ database: server.database, config });
    for (const path of ['/dev/inbox', '/dev/inbox/', '/dev'])
      expect((await fetch(other.url + path)).status, `${JSON.stringify(config)} ${path}`).toBe(404);
  }
});

test('a start says who else may read it, and says nothing where it does not exist', async () => {
  const listening = { address: '127.0.0.1', family: 'IPv4', port: 8080 };
  const warning = expect.stringContaining('can read all mail at /dev/inbox');
  expect(adviceFor(server.context, listening)).toContainEqual(warning);
  await using without = await startServer({ database: server.database, config: { inbox: false } });
  const advice = adviceFor(without.context, listening);
  expect(advice).not.toContainEqual(warning);
  expect(advice).toContainEqual(expect.stringContaining('No email is sent because SMTP_URL is not set'));
});
