import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { createClock } from './clock.ts';
import { createDatabase } from './database.ts';
import { seedTenant } from './seed.ts';

test('a test database starts empty, is not shared, and is gone after drop', async () => {
  await using one = await createDatabase();
  await using two = await createDatabase();
  await seedTenant(one);
  const count = (db: typeof one) => db.asOwner((client) => client.query('SELECT FROM scout.tenants'));
  expect((await count(one)).rowCount).toBe(1);
  expect((await count(two)).rowCount).toBe(0);
  await two.drop();
  await expect(count(two)).rejects.toMatchObject({ code: '3D000' });
});

test('a database that is still in use can be dropped', async () => {
  const db = await createDatabase();
  await db.asOwner(async () => {
    await db.drop();
  });
});

test.skipIf(process.platform === 'win32')('the cluster of a killed run ends and leaves nothing', async () => {
  const script = `
    import { startTestCluster } from '${new URL('cluster.ts', import.meta.url).href}';
    const { url } = await startTestCluster();
    console.log(new URL(url).searchParams.get('host'));
    setInterval(() => {}, 1000);`;
  const run = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [socket] = await once(createInterface(run.stdout), 'line');
  expect(existsSync(socket)).toBe(true);
  run.kill('SIGKILL');
  await expect.poll(() => existsSync(socket), { timeout: 120_000 }).toBe(false);
});

test('the clock stands still until it is moved', () => {
  const clock = createClock('2026-11-21T10:00:00.000Z');
  expect([clock.now(), clock.now()]).toEqual([1795255200000, 1795255200000]);
  clock.advance(1500);
  expect(clock.now()).toBe(1795255201500);
  clock.set('2026-11-22T00:00:00Z');
  expect(new Date(clock.now()).toISOString()).toBe('2026-11-22T00:00:00.000Z');
});
