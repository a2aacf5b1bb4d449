import { createDatabase, spawnServer, type TestDatabase } from '@scout/testkit';
import { freePort } from '@scout/testkit/freePort';
import { createTcpProxy } from '@scout/testkit/tcpProxy';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The line an operator reads when the database of DATABASE_URL is unusable. */
let database: TestDatabase;
let socket: string;
let login: { user: string; password: string; name: string };
beforeAll(async () => {
  database = await createDatabase();
  await database.asOwner(async (owner) => {
    socket = `${owner.host}/.s.PGSQL.${owner.port}`;
    login = { user: owner.user!, password: owner.password ?? '', name: owner.database! };
  });
});
afterAll(() => database.drop());

const urlAt = (port: number, { password = login.password, name = login.name } = {}) =>
  `postgresql://${login.user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;

test('a database that is not up yet is reported in one line with advice, and the start continues once it is', async () => {
  const port = await freePort();

  await using server = await spawnServer({ env: { DATABASE_URL: urlAt(port) } });
  let said = '';
  server.process.stderr!.on('data', (text: string) => {
    said += text;
  });
  server.process.stdout!.on('data', (text: string) => {
    said += text;
  });
  await expect.poll(() => said).toContain(`The database at 127.0.0.1:${port} does not respond`);
  await using _proxy = await createTcpProxy(socket, port);
  expect((await fetch(`${await server.ready}/readyz`)).status).toBe(200);
  expect(said.match(/does not respond/g)).toHaveLength(1);
  expect(said).toContain('Start it, or correct DATABASE_URL. Trying again for a minute.');
});

test('a database that takes connections and says nothing is named like one that is not up, and the start continues once it answers', async () => {
  await using proxy = await createTcpProxy(socket);
  proxy.vanish();
  await using server = await spawnServer({ env: { DATABASE_URL: urlAt(proxy.port) } });
  await expect
    .poll(() => server.output(), { timeout: 60_000 })
    .toContain(`The database at 127.0.0.1:${proxy.port} does not respond (connections are taken`);
  expect(server.output()).toContain('Trying again for a minute.');
  proxy.comeBack();
  expect((await fetch(`${await server.ready}/readyz`)).status).toBe(200);
});

test('a start that waited for a silent database in vain ends with its host and with what to do', {
  timeout: 200_000,
}, async () => {
  await using proxy = await createTcpProxy(socket);
  proxy.vanish();
  await using server = await spawnServer({ env: { DATABASE_URL: urlAt(proxy.port) } });
  const { code, output } = await server.ended;
  expect(code).toBe(1);
  expect(output).not.toContain('timeout expired');
  const lines = output.split('\n').filter((line) => line.startsWith('The database at'));
  expect(lines).toEqual([
    `The database at 127.0.0.1:${proxy.port} does not respond (connections are taken, or dropped, without a word). ` +
      'See whether it hangs, waits for its disk, or a firewall is in between; or correct DATABASE_URL.',
  ]);
});

test('a wrong password and a missing database are named when the start ends', async () => {
  await using proxy = await createTcpProxy(socket);
  const outputOf = async (DATABASE_URL: string) =>
    (await (await spawnServer({ env: { DATABASE_URL } })).ended).output;
  const refused = await outputOf(urlAt(proxy.port, { password: 'wrong' }));
  expect(refused).toContain(`The database at 127.0.0.1:${proxy.port} refuses the role in DATABASE_URL`);
  expect(refused).not.toContain('wrong');
  expect(await outputOf(urlAt(proxy.port, { name: 'absent' }))).toContain('Create it with CREATE DATABASE');
});
