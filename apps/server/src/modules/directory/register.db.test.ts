import type { DetectionSettingsState } from '@scout/contract';
import { STANDARD_SETTINGS } from '@scout/detection';
import {
  type DirectoryState,
  seedAccount,
  seedDirectory,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { organizationWithAdmin, type TestPerson } from '../../testing/people.ts';
import { registerNext } from './sql/register.ts';

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
const register = () => registerNext(server.context.pool, Date.now());
async function known(): Promise<Record<string, string>> {
  const { accounts } = await admin.api.accounts({});
  return Object.fromEntries(accounts.map(({ account, known_by }) => [account, known_by]));
}

test('accounts are registered by name, kind, service and unit, and others are not', async () => {
  await directory({ account: 'SVC.Billing' });
  await directory({ account: 'gmsa-sql$', kind: 'gmsa' });
  await directory({ account: 'dmsa-web$', kind: 'dmsa' });
  await directory({ account: 'ledger', spns: ['HTTP/ledger.corp.example'] });
  await directory({ account: 'm.keller' });
  await directory({ account: 'nightly', unit: 'Service Accounts' });
  await directory({ account: 'krbtgt', sid: 'S-1-5-21-1-2-3-502', spns: ['kadmin/changepw'] });
  await directory({ account: 'OTHER$', kind: 'trust', spns: ['cifs/other'] });
  expect(await register()).toBe(true);
  expect(await known()).toEqual({
    'SVC.Billing': 'name',
    'gmsa-sql$': 'directory',
    'dmsa-web$': 'directory',
    ledger: 'directory',
    nightly: 'directory',
  });
  expect(await register(), 'nothing changed since').toBe(false);
  const file = await admin.api.accountsRead({ account: 'svc.billing' });
  expect(file).toMatchObject({ use: 'never', first_seen: null, last_seen: null, hours: [], sources: [] });
  const described = await admin.api.accountsUpdate({ account: 'ledger', owner: 'Billing team' });
  expect(described.owner).toBe('Billing team');
});

test('the organization’s own names decide, also when they change', async () => {
  await directory({ account: 'sa_billing' });
  await directory({ account: 'svc.etl' });
  await register();
  expect(await known()).toEqual({ 'svc.etl': 'name' });
  const settings = structuredClone(STANDARD_SETTINGS) as DetectionSettingsState['settings'];
  settings.service_accounts = { standard: false, entries: ['sa_*'] };
  await admin.api.detectionSettingsSave({ version: 0, settings });
  expect(await register()).toBe(true);
  expect(await known()).toEqual({ sa_billing: 'name' });
});

test('an account that leaves its directory leaves the register, unless it was seen or described', async () => {
  for (const account of ['svc.gone', 'svc.owned', 'svc.kept']) await directory({ account });
  await directory({ account: 'svc.seen' });
  await seedAccount(run, tenantId, 'svc.seen', [{ time: new Date() }]);
  await register();
  await admin.api.accountsUpdate({ account: 'svc.owned', owner: 'Ada' });
  await run(
    `DELETE FROM scout.directory_accounts WHERE tenant_id = $1 AND account_key IN ('svc.gone', 'svc.owned', 'svc.seen')`,
    [tenantId],
  );
  await run('UPDATE scout.directories SET registered_version = NULL WHERE tenant_id = $1', [tenantId]);
  await register();
  expect(Object.keys(await known()).sort()).toEqual(['svc.kept', 'svc.owned', 'svc.seen']);
});

test('a removed directory takes its unseen accounts along', async () => {
  await directory({ account: 'svc.one', privilegedGroups: ['Domain Admins'] });
  await directory({ account: 'svc.two' });
  await register();
  const [first] = await admin.api.directories({});
  await admin.api.directoriesRemove({ directory_id: first!.directory_id });
  expect(Object.keys(await known())).toEqual(['svc.two']);
  const left = await run('SELECT FROM scout.account_postures WHERE tenant_id = $1', [tenantId]);
  expect(left.rowCount).toBe(0);
  const { rows } = await run(
    `SELECT action FROM scout.audit_logs WHERE tenant_id = $1 AND action = 'directory_removed'`,
    [tenantId],
  );
  expect(rows).toHaveLength(1);
});

test('an organization whose register cannot be compared holds up no other', async () => {
  const other = await organizationWithAdmin(server);
  await seedDirectory(run, other.tenantId, { account: 'svc.other' });
  const settings = structuredClone(STANDARD_SETTINGS) as DetectionSettingsState['settings'];
  await other.admin.api.detectionSettingsSave({ version: 0, settings });
  await run(`UPDATE scout.detection_settings SET settings = '{}' WHERE tenant_id = $1`, [other.tenantId]);
  await directory({ account: 'svc.mine' });
  // One of the two at random: fifty times the other one does not happen.
  for (let n = 0; n < 50 && !('svc.mine' in (await known())); n += 1) await register().catch(() => false);
  expect(await known()).toEqual({ 'svc.mine': 'name' });
  await expect(register()).rejects.toThrow();
  await run('DELETE FROM scout.directories WHERE tenant_id = $1', [other.tenantId]);
});
