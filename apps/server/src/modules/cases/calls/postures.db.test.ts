import {
  type DirectoryState,
  seedAccount,
  seedDirectory,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { organizationWithAdmin, type TestPerson } from '../../../testing/people.ts';
import { registerNext } from '../../directory/sql/register.ts';

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);

let server: TestServer;
let tenantId: string;
let admin: TestPerson;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ tenantId, admin } = await organizationWithAdmin(server));
});

const run = (sql: string, values: unknown[] = []) =>
  server.database.asOwner((owner) => owner.query(sql, values));
const directory = (state: DirectoryState) => seedDirectory(run, tenantId, state);

/** A sync that changed an account, compared with the register. */
async function sync(change = 'is_enabled = is_enabled', account = ''): Promise<void> {
  await run(`UPDATE scout.directory_accounts SET ${change} WHERE tenant_id = $1 AND account_key = $2`, [
    tenantId,
    account,
  ]);
  await run('UPDATE scout.directories SET registered_version = NULL WHERE tenant_id = $1', [tenantId]);
  while (await registerNext(server.context.pool, Date.now()));
}

async function postureEntries(): Promise<unknown[]> {
  const { rows } = await run(
    `SELECT action, details FROM scout.audit_logs WHERE tenant_id = $1 AND action LIKE 'posture%' ORDER BY sequence`,
    [tenantId],
  );
  return rows.map(({ action, details }) => [action, details]);
}

test('each posture has its account, owner and time; pages and a kind are parts of the whole', async () => {
  await directory({ account: 'svc.a', privilegedGroups: ['Domain Admins'], delegation: 'unconstrained' });
  await directory({ account: 'svc.b', passwordSet: ago(465) });
  await directory({ account: 'svc.c' });
  await seedAccount(run, tenantId, 'svc.d', [{ time: ago(1), source: 'app-1', actor: 'm.keller' }]);
  await sync();
  await admin.api.accountsUpdate({ account: 'svc.b', owner: 'Billing team' });
  const { findings, next } = await admin.api.postures({});
  expect(next).toBeNull();
  expect(findings).toMatchObject([
    { account: 'svc.a', posture: 'privileged', owner: null },
    { account: 'svc.a', posture: 'unconstrained' },
    { account: 'svc.b', posture: 'old-password', owner: 'Billing team' },
    { account: 'svc.d', posture: 'used-by-people', since: null },
  ]);
  expect(Math.abs(Date.parse(findings[0]!.since!) - Date.now())).toBeLessThan(60_000);
  expect(Math.abs(Date.parse(findings[2]!.since!) - ago(100).getTime())).toBeLessThan(DAY);
  const first = await admin.api.postures({ limit: 1 });
  expect(first).toMatchObject({ findings: findings.slice(0, 2), next: 'svc.a' });
  const rest = await admin.api.postures({ cursor: first.next! });
  expect([...first.findings, ...rest.findings]).toEqual(findings);
  const { findings: old } = await admin.api.postures({ posture: 'old-password' });
  expect(old).toEqual([findings[2]]);
});

test('what a new directory shows is told to nobody; a posture that an account gains is, once, and its end and return', async () => {
  await directory({ account: 'svc.a', privilegedGroups: ['Domain Admins'] });
  await directory({ account: 'svc.b' });
  await sync();
  expect(await postureEntries()).toEqual([]);
  await sync(`privileged_groups = '{Backup Operators}'`, 'svc.b');
  const appeared = ['posture_appeared', { account: 'svc.b', posture: 'privileged' }];
  expect(await postureEntries()).toEqual([appeared]);
  await sync();
  expect(await postureEntries()).toEqual([appeared]);
  await sync(`privileged_groups = '{}'`, 'svc.b');
  expect((await admin.api.postures({})).findings).toMatchObject([{ account: 'svc.a' }]);
  await sync(`privileged_groups = '{Backup Operators}'`, 'svc.b');
  expect(await postureEntries()).toEqual([appeared, appeared]);
  await sync(`password_set_at = '2020-01-01'`, 'svc.b');
  expect(await postureEntries(), 'a password ages, and nothing became worse').toHaveLength(2);
});

test('of many at once, the first are told by name and the others are counted', async () => {
  for (let n = 0; n < 23; n += 1) await directory({ account: `svc.a${n}` });
  await sync();
  await run(`UPDATE scout.directory_accounts SET delegation = 'unconstrained' WHERE tenant_id = $1`, [
    tenantId,
  ]);
  await sync();
  const entries = await postureEntries();
  expect(entries).toHaveLength(21);
  expect(entries.at(-1)).toEqual(['postures_appeared', { more: 3 }]);
});
