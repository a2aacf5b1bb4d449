import { seedAccount, seedDirectory, startServer, type TestServer } from '@scout/testkit';
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

const seen = (name: string, activity: Parameters<typeof seedAccount>[3]) =>
  server.database.asOwner((owner) =>
    seedAccount((sql, values) => owner.query(sql, values), tenantId, name, activity),
  );
const code = (promise: Promise<unknown>) => expect(promise).rejects;

test('a name that nothing has used becomes a decoy of the register, with entries in the audit log', async () => {
  const marked = await admin.api.accountsDecoy({ account: 'NORTHWIND\\svc.Archive', is_decoy: true });
  expect(marked).toMatchObject({
    account: 'svc.Archive',
    known_by: 'list',
    decoy: { by: expect.stringContaining('@') },
  });
  const again = await admin.api.accountsDecoy({ account: 'svc.archive', is_decoy: true });
  expect(again.decoy).toEqual(marked.decoy);
  const ended = await admin.api.accountsDecoy({ account: 'svc.archive', is_decoy: false });
  expect(ended).toMatchObject({ decoy: null, in_register: false });
  await code(admin.api.accountsRead({ account: 'svc.archive' })).toMatchObject({ code: 'not_found' });
  const entries = await server.database.asOwner((owner) =>
    owner.query<{ action: string }>(
      "SELECT action FROM scout.audit_logs WHERE tenant_id = $1 AND action LIKE 'decoy%' ORDER BY occurred_at, action",
      [tenantId],
    ),
  );
  expect(entries.rows.map(({ action }) => action).sort()).toEqual(['decoy_marked', 'decoy_unmarked']);
});

test('an account that was used in the last 30 days cannot be one; one that rested longer can', async () => {
  await seen('svc.busy', [{ time: ago(29) }]);
  await seen('svc.rests', [{ time: ago(31) }]);
  await server.database.asOwner((owner) =>
    seedDirectory((sql, values) => owner.query(sql, values), tenantId, {
      account: 'svc.elsewhere',
      signedIn: ago(20),
    }),
  );
  for (const account of ['svc.busy', 'svc.elsewhere'])
    await code(admin.api.accountsDecoy({ account, is_decoy: true })).toMatchObject({ code: 'decoy_in_use' });
  expect((await admin.api.accountsDecoy({ account: 'svc.rests', is_decoy: true })).decoy).not.toBeNull();
});

test('an account that was seen or described, or that a directory has, stays in the register at the end', async () => {
  const end = (account: string) => admin.api.accountsDecoy({ account, is_decoy: false });
  await seen('svc.rests', [{ time: ago(31) }]);
  for (const account of ['svc.rests', 'svc.owned', 'svc.listed', 'svc.touched'])
    await admin.api.accountsDecoy({ account, is_decoy: true });
  await admin.api.accountsUpdate({ account: 'svc.owned', owner: 'Ada' });
  await server.database.asOwner((owner) =>
    owner.query(
      `UPDATE scout.service_accounts SET first_seen = $2, last_seen = $2 WHERE tenant_id = $1 AND account_key = 'svc.touched'`,
      [tenantId, ago(0)],
    ),
  );
  await server.database.asOwner((owner) =>
    seedDirectory((sql, values) => owner.query(sql, values), tenantId, { account: 'svc.listed' }),
  );
  while (await registerNext(server.context.pool, Date.now()));
  for (const [account, known_by] of [
    ['svc.rests', 'name'],
    ['svc.owned', 'list'],
    ['svc.touched', 'list'],
    ['svc.listed', 'directory'],
  ] as const)
    expect(await end(account)).toMatchObject({ account, known_by, in_register: true, decoy: null });
});

test('an organization has a number of them', async () => {
  await server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.service_accounts (tenant_id, account_key, name, known_by, decoy_since, decoy_by)
       SELECT $1, 'svc.d' || i, 'svc.d' || i, 'list', $2, 'ada@northwind.example' FROM generate_series(1, 50) i`,
      [tenantId, new Date()],
    ),
  );
  await code(admin.api.accountsDecoy({ account: 'svc.more', is_decoy: true })).toMatchObject({
    code: 'decoy_limit',
  });
});

test('a proposed name looks like the others, and neither events nor a directory have it', async () => {
  expect(await admin.api.accountsDecoyProposal({})).toEqual({ name: null, beside: [], unused_since: null });
  for (const name of ['svc.billing', 'svc.cards', 'svc.loans']) await seen(name, [{ time: ago(40) }]);
  const first = await admin.api.accountsDecoyProposal({});
  expect(first).toMatchObject({
    name: expect.stringMatching(/^svc\.[a-z]+$/),
    beside: ['svc.billing', 'svc.cards', 'svc.loans'],
  });
  expect(Math.abs(Date.parse(first.unused_since!) - ago(30).getTime())).toBeLessThan(60_000);
  await server.database.asOwner((owner) =>
    seedDirectory((sql, values) => owner.query(sql, values), tenantId, { account: first.name! }),
  );
  const second = await admin.api.accountsDecoyProposal({});
  expect(second.name).not.toBe(first.name);
});
