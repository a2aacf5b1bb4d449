import type { ReadResult } from '@scout/directory';
import { keytabOf } from '@scout/directory/testing/keytab';
import { startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { organizationWithAdmin, type TestPerson } from '../../testing/people.ts';
import { storeObjects } from './sql/objects.ts';
import { registerNext } from './sql/register.ts';
import { claimSync, storeSync } from './sql/syncs.ts';

let server: TestServer;
let tenantId: string;
let admin: TestPerson;

beforeAll(async () => {
  server = await startServer({ config: { directoryNetworks: ['10.0.0.0/8'] } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ tenantId, admin } = await organizationWithAdmin(server));
});

const corp = { name: 'Corp', url: 'ldaps://10.1.1.1', bind_name: 'scout-reader@corp.example' };
const keytab = keytabOf([{}]).toString('base64');

test('a keytab is taken instead of a password, and neither is ever shown', async () => {
  const added = await admin.api.directoriesCreate({ ...corp, keytab, kdc: 'dc2.corp.example:88' });
  expect(added).toMatchObject({ sign_in: 'keytab', kdc: 'dc2.corp.example:88', state: 'waiting' });
  const other = await admin.api.directoriesCreate({ ...corp, password: 'a password of a test' });
  expect(other).toMatchObject({ sign_in: 'password', kdc: null });
  const { rows } = await server.database.asOwner((owner) =>
    owner.query<{ sealed: string }>('SELECT sealed FROM scout.directory_secrets WHERE tenant_id = $1', [
      tenantId,
    ]),
  );
  const key = Buffer.alloc(32, 7);
  const shown = JSON.stringify([await admin.api.directories({}), added, other, rows]);
  for (const secret of [keytab, key.toString('base64'), key.toString('hex'), 'a password of a test'])
    expect(shown).not.toContain(secret);
  const opened = await Promise.all(rows.map(({ sealed }) => server.context.directorySeal.open(sealed)));
  expect(opened.sort()).toEqual([
    'a password of a test',
    JSON.stringify({
      realm: 'CORP.EXAMPLE',
      name: ['scout-reader'],
      version: 1,
      keys: [{ type: 18, key: key.toString('base64') }],
    }),
  ]);
});

test.each([
  ['neither', {}, 'directory_sign_in'],
  ['both', { password: 'a password of a test', keytab }, 'directory_sign_in'],
  [
    'a Kerberos service for a password',
    { password: 'a password of a test', kdc: '10.1.1.2' },
    'directory_sign_in',
  ],
  [
    'a keytab of another account',
    { keytab: keytabOf([{ account: 'x@Y' }]).toString('base64') },
    'directory_keytab',
  ],
  ['a Kerberos service outside of the networks', { keytab, kdc: '192.168.1.1' }, 'directory_address'],
  // Kerberos has no encryption of its own.
  ['a controller on the internet', { keytab, url: 'ldaps://8.8.8.8' }, 'directory_address'],
  ['no keytab', { keytab: 'not base64!' }, 'invalid_input'],
  ['a path as Kerberos service', { keytab, kdc: 'dc1/../x' }, 'invalid_input'],
])('%s is refused', async (_case, given, code) => {
  await expect(admin.api.directoriesCreate({ ...corp, ...given })).rejects.toMatchObject({ code });
  expect(await admin.api.directories({})).toEqual([]);
});

/** An account as a global catalog has it. */
const inCatalog = (domain: string, guid: string): ReadResult['accounts'][number] => ({
  object_guid: `00000000-0000-4000-8000-0000000000${guid}`,
  sid: `S-1-5-21-${guid}-2-3-1104`,
  name: 'svc.backup',
  kind: 'user',
  dn: `CN=svc.backup,DC=${domain},DC=example`,
  upn: null,
  spns: [],
  password_set_at: null,
  last_logon_at: null,
  created_at: null,
  is_enabled: true,
  password_never_expires: false,
  without_preauthentication: false,
  encryption_types: null,
  admin_count: null,
  delegation: null,
  delegates_to: null,
  acted_for_by: null,
  password_readers: null,
  replaced: null,
  managed_by: null,
  group_name: null,
  group_managed_by: null,
  description: null,
});

test('accounts of one name in two domains of a forest stay two', async () => {
  await admin.api.directoriesCreate({
    ...corp,
    url: 'ldaps://10.1.1.1:3269',
    password: 'a password of a test',
  });
  const { pool } = server.context;
  const now = server.context.clock.now();
  await server.database.asOwner((owner) =>
    owner.query(`UPDATE scout.directories SET due_at = '2001-01-01' WHERE tenant_id = $1`, [tenantId]),
  );
  const due = (await claimSync(pool, now))!;
  const result: ReadResult = {
    isFull: true,
    position: null,
    domain: 'corp.example',
    accounts: [inCatalog('emea', '11'), inCatalog('apac', '12')],
    computers: [],
    removed: [],
    privileges: [['S-1-5-21-12-2-3-1104', ['Enterprise Admins']]],
  };
  const stored = await storeSync(pool, due, result, now, (client) =>
    storeObjects(client, due.tenant_id, due.directory_id, result),
  );
  expect(stored).toBe(true);
  while (await registerNext(pool, now));
  const { in_directories, posture } = await admin.api.accountsRead({ account: 'svc.backup' });
  expect(in_directories).toMatchObject([
    { domain: 'emea.example', from_catalog: true, privileged_groups: [], posture: [] },
    {
      domain: 'apac.example',
      from_catalog: true,
      privileged_groups: ['Enterprise Admins'],
      posture: ['privileged'],
    },
  ]);
  expect(posture).toEqual(['privileged']);
});
