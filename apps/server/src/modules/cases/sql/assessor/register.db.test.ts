import { startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRole } from '../../../../platform/database/pool.ts';
import { organizationWithAdmin } from '../../../../testing/people.ts';
import { storeAccounts } from './register.ts';
import { readSettings } from './settings.ts';

const DAY = 86_400_000;

let server: TestServer;
let tenantId: string;

beforeAll(async () => {
  server = await startServer();
  ({ tenantId } = await organizationWithAdmin(server));
});
afterAll(() => server.stop());

const asAssessor = <T>(work: Parameters<typeof withRole<T>>[2]) =>
  withRole<T>(server.context.pool, { role: 'scout_assessor', tenantId }, work);

test('accounts of directories are in the inventory, keep their origin and stay, whether they are seen or not', async () => {
  await server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.service_accounts (tenant_id, account_key, name, known_by, in_directory)
       VALUES ($1, 'ledger', 'ledger', 'directory', true), ($1, 'svc.never', 'svc.never', 'name', true),
         ($1, 'left', 'left', 'directory', false), ($1, 'svc.unknown', 'svc.unknown', 'name', false)`,
      [tenantId],
    ),
  );
  const { inventory } = await asAssessor((_tx, client) => readSettings(client, tenantId, 1));
  expect(inventory.accounts).toEqual([{ name: 'ledger' }]);
  const day = Math.floor(Date.now() / DAY);
  const accounts = [{ name: 'ledger', knownBy: 'inventory', first: day - 2, last: day }] as const;
  for (const _round of [1, 2])
    await asAssessor((_tx, client) =>
      storeAccounts(client, tenantId, { accounts, activity: [], now: Date.now() }),
    );
  const { rows } = await server.database.asOwner((owner) =>
    owner.query(
      `SELECT account_key, known_by, last_seen IS NOT NULL AS seen FROM scout.service_accounts WHERE tenant_id = $1 ORDER BY 1`,
      [tenantId],
    ),
  );
  expect(rows).toEqual([
    { account_key: 'ledger', known_by: 'directory', seen: true },
    { account_key: 'svc.never', known_by: 'name', seen: false },
  ]);
});
