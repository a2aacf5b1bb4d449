import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOUNDS } from '@scout/directory';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lengthOf } from '../../../../../scripts/testLength.mjs';
import { run } from '../../cli/run.ts';
import { syncNext } from './jobs/syncs.ts';
import { registerNext } from './sql/register.ts';
import { type Controller, canRunController, createController, PASSWORD, ROOT } from './testing/controller.ts';

const SERVICE = `OU=Service,${ROOT}`;
const ACCOUNTS = lengthOf(300, 10_000);
const CHUNK = 500;
/** A script, a right-to-left override and a control character. */
const HOSTILE = '<script>alert(1)</script>\u202e\u0007';

const entry = (dn: string, lines: readonly string[]) => `dn: ${dn}\n${lines.join('\n')}\n\n`;
const user = (name: string, ...more: string[]) =>
  entry(`CN=${name},${SERVICE}`, ['objectClass: user', `sAMAccountName: ${name}`, ...more]);
const group = (name: string, ...more: string[]) =>
  entry(`CN=${name},${SERVICE}`, ['objectClass: group', `sAMAccountName: ${name}`, ...more]);

const special = [
  user('svc.nested', 'userAccountControl: 512', `userPrincipalName: svc.nested@scout.test`),
  group('Inner', `member: CN=svc.nested,${SERVICE}`, `managedBy: CN=Administrator,CN=Users,${ROOT}`),
  group('Outer', `member: CN=Inner,${SERVICE}`),
  user(
    'svc.delegate',
    'userAccountControl: 16843264',
    'msDS-AllowedToDelegateTo: CIFS/files.scout.test',
    `manager: CN=Administrator,CN=Users,${ROOT}`,
    `description:: ${Buffer.from(HOSTILE).toString('base64')}`,
  ),
  user('svc.free', 'userAccountControl: 524800', 'servicePrincipalName: HTTP/free.scout.test'),
  user('svc.open', 'userAccountControl: 4260352', 'msDS-SupportedEncryptionTypes: 4'),
  entry(`CN=Managed,${SERVICE}`, [
    'objectClass: msDS-GroupManagedServiceAccount',
    'sAMAccountName: gmsa-sql$',
    'msDS-ManagedPasswordInterval: 30',
    'userAccountControl: 4096',
  ]),
  entry(`CN=WEB1,${SERVICE}`, [
    'objectClass: computer',
    'sAMAccountName: WEB1$',
    'userAccountControl: 4096',
    'operatingSystem: Windows Server 2022 Standard',
    'dNSHostName: web1.scout.test',
  ]),
].join('');
const nestedAdmins = entry(`CN=Domain Admins,CN=Users,${ROOT}`, [
  'changetype: modify',
  'add: member',
  `member: CN=Outer,${SERVICE}`,
]);

describe.skipIf(!canRunController)('a Samba domain controller', () => {
  let controller: Controller;
  let server: TestServer;
  let organization: TestOrganization;
  let folder = '';
  let directoryId = '';

  beforeAll(async () => {
    controller = await createController();
    await controller.add(
      ['Service', 'Moved']
        .map((name) => entry(`OU=${name},${ROOT}`, ['objectClass: organizationalUnit']))
        .join(''),
    );
    await controller.add(special);
    await controller.modify(nestedAdmins);
    const many = Array.from({ length: ACCOUNTS }, (_, n) =>
      user(`svc${n}`, `servicePrincipalName: HTTP/app${n}.scout.test`, `description: job ${n}`),
    );
    for (let at = 0; at < many.length; at += CHUNK) await controller.add(many.slice(at, at + CHUNK).join(''));
    await controller.start();
    server = await startServer({ config: { directoryNetworks: ['127.0.0.0/8'] } });
    organization = await createOrganization(server);
    folder = await mkdtemp(join(tmpdir(), 'scout-directory-'));
    await writeFile(join(folder, 'password'), `${PASSWORD}\n`);
    await writeFile(join(folder, 'wrong'), 'not the password');
    await writeFile(join(folder, 'ca.pem'), controller.ca);
    await writeFile(join(folder, 'other.pem'), controller.otherCa);
  }, 900_000);
  afterAll(async () => {
    await server?.stop();
    await controller?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const url = () => `ldaps://${controller.address}`;
  async function scout(...args: string[]) {
    const ran = { code: 0, out: '', error: '' };
    ran.code = await run([...args, '--tenant', organization.tenantId, '--server', server.url], {
      env: { SCOUT_DATA_DIR: '/nowhere', SCOUT_OPERATOR_TOKEN: server.operatorToken },
      out: (text) => {
        ran.out += text;
      },
      error: (text) => {
        ran.error += text;
      },
      readInput: async () => '',
    });
    return ran;
  }
  const add = (name: string, more: Readonly<Record<string, string>> = {}) =>
    scout(
      ...['directory', 'add', '--json', '--name', name],
      ...Object.entries({
        '--url': url(),
        '--bind': 'Administrator@scout.test',
        '--password-file': join(folder, 'password'),
        '--ca': join(folder, 'ca.pem'),
        ...more,
      }).flat(),
    );
  /** Reads the due directory as the background work does. */
  const sync = (bounds = BOUNDS) => syncNext(server.context, new AbortController().signal, bounds);
  const due = () =>
    server.database.asOwner((owner) =>
      owner.query('UPDATE scout.directories SET due_at = now() WHERE directory_id = $1', [directoryId]),
    );
  async function accounts(): Promise<Record<string, Record<string, unknown>>> {
    const { rows } = await server.database.asOwner((owner) =>
      owner.query('SELECT * FROM scout.directory_accounts WHERE directory_id = $1', [directoryId]),
    );
    return Object.fromEntries(rows.map((row) => [row.name, row]));
  }
  const state = async () => (await (await organization.as('admin')).api.directories({}))[0]!;
  const expectEqualToDatabase = async () => {
    const independent = await controller.values(
      '(&(objectClass=user)(|(!(objectClass=computer))(objectClass=msDS-GroupManagedServiceAccount)))',
      'sAMAccountName',
    );
    expect(Object.keys(await accounts()).sort()).toEqual(independent.sort());
  };

  test('a directory is added by the command, and every account is read', async () => {
    const added = await add('Corp');
    expect(added.error).toBe('');
    directoryId = JSON.parse(added.out).directory_id;
    expect(await sync()).toBe('stored');
    await expectEqualToDatabase();
    expect(await state()).toMatchObject({
      state: 'current',
      domain: 'scout.test',
      computers: 2,
      problem: null,
    });
    const found = await accounts();
    expect(Object.keys(found).length).toBeGreaterThan(ACCOUNTS);
    expect(found['svc.nested']).toMatchObject({
      privileged_groups: ['Administrators', 'Domain Admins'],
      upn: 'svc.nested@scout.test',
      group_name: 'Inner',
      group_managed_by: 'Administrator',
    });
    expect(found['svc.delegate']).toMatchObject({
      delegation: 'any-protocol',
      delegates_to: ['CIFS/files.scout.test'],
      managed_by: 'Administrator',
      description: HOSTILE,
    });
    expect(found['svc.free']).toMatchObject({
      delegation: 'unconstrained',
      spns: ['HTTP/free.scout.test'],
    });
    expect(found['svc.open']).toMatchObject({ without_preauthentication: true, encryption_types: 4 });
    expect(found['gmsa-sql$']).toMatchObject({ kind: 'gmsa', account_key: 'gmsa-sql$' });
    const { rows } = await server.database.asOwner((owner) =>
      owner.query('SELECT name, role, dns_name FROM scout.directory_computers ORDER BY name'),
    );
    expect(rows).toEqual([
      { name: 'DC1', role: 'controller', dns_name: 'dc1.scout.test' },
      { name: 'WEB1', role: 'server', dns_name: 'web1.scout.test' },
    ]);
  });

  test('its service accounts are in the register, each as the directory has it', async () => {
    while (await registerNext(server.context.pool, Date.now()));
    const { api } = await organization.as('admin');
    const { posture } = await api.accountsFacets({});
    const users =
      '(&(objectClass=user)(!(objectClass=computer))(|(servicePrincipalName=*)(sAMAccountName=svc.*)))';
    const independent = [
      ...(await controller.values(users, 'sAMAccountName')),
      ...(await controller.values('(objectClass=msDS-GroupManagedServiceAccount)', 'sAMAccountName')),
    ].filter((name) => name !== 'krbtgt');
    const { rows: registered } = await server.database.asOwner((owner) =>
      owner.query('SELECT name FROM scout.service_accounts WHERE tenant_id = $1', [organization.tenantId]),
    );
    expect(registered.map(({ name }) => name).sort()).toEqual(independent.sort());
    expect(posture).toEqual(
      expect.arrayContaining([
        { value: 'privileged', count: 1 },
        { value: 'unconstrained', count: 1 },
        { value: 'without-preauthentication', count: 1 },
      ]),
    );
    expect((await api.accountsRead({ account: 'svc.free' })).posture).toContain('unconstrained');
    for (const account of ['krbtgt', 'Administrator'])
      await expect(api.accountsRead({ account })).rejects.toMatchObject({ status: 404 });
  });

  test('changes, renames, moves and deletions are read incrementally', async () => {
    await controller.modify(
      [
        entry(`CN=svc1,${SERVICE}`, [
          'changetype: modrdn',
          'newrdn: CN=svc1',
          'deleteoldrdn: 1',
          `newsuperior: OU=Moved,${ROOT}`,
        ]),
        entry(`CN=svc2,${SERVICE}`, ['changetype: modrdn', 'newrdn: CN=renamed', 'deleteoldrdn: 1']),
        entry(`CN=svc3,${SERVICE}`, ['changetype: delete']),
        entry(`CN=svc4,${SERVICE}`, ['changetype: modify', 'replace: description', 'description: changed']),
        entry(`CN=svc5,${SERVICE}`, [
          'changetype: modify',
          'replace: sAMAccountName',
          'sAMAccountName: svc5b',
        ]),
        entry(`CN=Outer,${SERVICE}`, ['changetype: modify', 'delete: member']),
      ].join(''),
    );
    const before = await state();
    await due();
    expect(await sync()).toBe('stored');
    const found = await accounts();
    await expectEqualToDatabase();
    expect(found.svc1!.dn).toBe(`CN=svc1,OU=Moved,${ROOT}`);
    expect(found.svc2!.dn).toBe(`CN=renamed,${SERVICE}`);
    expect(found.svc4!.description).toBe('changed');
    expect(found.svc3).toBeUndefined();
    expect(found['svc.nested']!.privileged_groups).toEqual([]);
    const after = await state();
    expect(after.read_fully_at).toBe(before.read_fully_at);
    expect(after.synced_at! > before.synced_at!).toBe(true);
  });

  test('a renamed unit leads to a full sync, since its entries have no new change number', async () => {
    await controller.modify(
      entry(`OU=Moved,${ROOT}`, ['changetype: modrdn', 'newrdn: OU=Elsewhere', 'deleteoldrdn: 1']),
    );
    const before = await state();
    await due();
    expect(await sync()).toBe('stored');
    expect((await accounts()).svc1!.dn).toBe(`CN=svc1,OU=Elsewhere,${ROOT}`);
    expect((await state()).read_fully_at! > before.read_fully_at!).toBe(true);
  });

  test('too many entries, and a controller that is gone, leave the last good state with its age', async () => {
    const digest = async () =>
      createHash('sha256')
        .update(JSON.stringify(Object.entries(await accounts()).sort()))
        .digest('hex');
    const [good, { synced_at }] = [await digest(), await state()];
    await (await organization.as('admin')).api.directoriesSync({ directory_id: directoryId });
    expect(await sync({ ...BOUNDS, entries: 100 })).toBe('failed');
    expect(await state()).toMatchObject({
      state: 'failing',
      synced_at,
      problem: 'The search found more than 100 entries. Narrow the base or the filter.',
    });
    await controller.stop();
    await due();
    expect(await sync()).toBe('failed');
    expect(await state()).toMatchObject({
      synced_at,
      problem: 'The controller could not be reached (ECONNREFUSED).',
    });
    expect(await digest()).toBe(good);
    await controller.start();
    await due();
    expect(await sync()).toBe('stored');
    expect(await state()).toMatchObject({ state: 'current', problem: null });
  });

  test('over StartTLS, and below a base with a filter, the same is read', async () => {
    const added = await add('Part', {
      '--url': `ldap://${controller.address}`,
      '--base': SERVICE,
      '--filter': '(sAMAccountName=svc.*)',
    });
    const { directory_id } = JSON.parse(added.out);
    expect(await sync()).toBe('stored');
    const { rows } = await server.database.asOwner((owner) =>
      owner.query('SELECT name FROM scout.directory_accounts WHERE directory_id = $1 ORDER BY name', [
        directory_id,
      ]),
    );
    expect(rows.map(({ name }) => name)).toEqual(['svc.delegate', 'svc.free', 'svc.nested', 'svc.open']);
    expect((await scout('directory', 'remove', '--directory', 'part')).out).toBe('Part was removed.\n');
  });

  test.each([
    ['a wrong password', { '--password-file': 'wrong' }, /refused the name or the password/],
    [
      'a certificate of another authority',
      { '--ca': 'other.pem' },
      /certificate of the controller is not trusted/,
    ],
    ['a filter without results', { '--filter': '(sAMAccountName=none)' }, /found no account/],
    ['a missing base', { '--base': `OU=None,${ROOT}` }, /base does not exist/],
  ] as const)('%s is told in a sentence', async (_case, given, sentence) => {
    const more = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        name === '--ca' || name === '--password-file' ? join(folder, value) : value,
      ]),
    );
    const added = await add('Broken', more);
    expect(added.error).toBe('');
    expect(await sync()).toBe('failed');
    const list = await scout('directory', 'list');
    expect(list.out).toMatch(sentence);
    await scout('directory', 'remove', '--directory', 'Broken');
  });

  test('the password is in no log, answer, audit entry or row in cleartext', async () => {
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ row: string }>(
        `SELECT t::text AS row FROM scout.directories t UNION ALL SELECT t::text FROM scout.directory_secrets t
         UNION ALL SELECT t::text FROM scout.audit_logs t`,
      ),
    );
    const answer = JSON.stringify(await state());
    for (const text of [...rows.map(({ row }) => row), ...server.logLines, answer])
      expect(text).not.toContain(PASSWORD);
    expect(rows.some(({ row }) => row.includes('directory_added'))).toBe(true);
  });
});
