import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOUNDS } from '@scout/directory';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncNext } from './jobs/syncs.ts';
import { registerNext } from './sql/register.ts';
import { commandFor } from './testing/command.ts';
import { type Controller, canRunController, createController, PASSWORD, ROOT } from './testing/controller.ts';
import {
  ACCOUNTS,
  entry,
  HOSTILE,
  inChain,
  loadDomain,
  OPERATORS,
  SERVICE,
  USERS,
} from './testing/domain.ts';

describe.skipIf(!canRunController)('a Samba domain controller', () => {
  let controller: Controller;
  let server: TestServer;
  let organization: TestOrganization;
  let folder = '';
  let directoryId = '';

  beforeAll(async () => {
    controller = await createController();
    await loadDomain(controller);
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
  const scout = (...args: string[]) => commandFor(server, organization.tenantId)(...args);
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
  async function accounts(of = directoryId): Promise<Record<string, Record<string, unknown>>> {
    const { rows } = await server.database.asOwner((owner) =>
      owner.query('SELECT * FROM scout.directory_accounts WHERE directory_id = $1', [of]),
    );
    return Object.fromEntries(rows.map((row) => [row.name, row]));
  }
  const state = async () => (await (await organization.as('admin')).api.directories({}))[0]!;
  /** Every account with what ldapsearch says of it, nested membership resolved by the controller. */
  const expectEqualToSearch = async () => {
    const attributes = [
      ...['sAMAccountName', 'servicePrincipalName', 'description', 'userAccountControl', 'pwdLastSet'],
      ...['msDS-SupportedEncryptionTypes', 'msDS-AllowedToDelegateTo', 'objectSid'],
    ];
    const operators = await controller.search(`(&${USERS}(memberOf:1.2.840.113556.1.4.1941:=${OPERATORS}))`, [
      'sAMAccountName',
    ]);
    const nested = new Set(operators.map((values) => values.get('samaccountname')![0]));
    const independent = (await controller.search(USERS, attributes)).map((values) => {
      const [name, all] = [values.get('samaccountname')![0]!, (key: string) => values.get(key) ?? []];
      const flags = Number(all('useraccountcontrol')[0]);
      const ticks = BigInt(all('pwdlastset')[0] ?? 0);
      return {
        name,
        dn: all('dn')[0],
        spns: [...all('serviceprincipalname')].sort(),
        description: all('description')[0] ?? null,
        is_enabled: (flags & 2) === 0,
        is_unconstrained: (flags & 0x8_0000) !== 0,
        password_set: ticks === 0n ? null : Number((ticks - 116_444_736_000_000_000n) / 10_000n),
        encryption_types: all('msds-supportedencryptiontypes').map(Number)[0] ?? null,
        delegates_to: [...all('msds-allowedtodelegateto')].sort(),
        is_operator: nested.has(name),
      };
    });
    const found = Object.values(await accounts()).map((row) => ({
      name: row.name as string,
      dn: row.dn,
      spns: [...(row.spns as string[])].sort(),
      description: row.description,
      is_enabled: row.is_enabled,
      is_unconstrained: row.delegation === 'unconstrained',
      password_set: row.password_set_at === null ? null : (row.password_set_at as Date).getTime(),
      encryption_types: row.encryption_types,
      delegates_to: [...(row.delegates_to as string[])].sort(),
      is_operator: (row.privileged_groups as string[]).includes('Account Operators'),
    }));
    const byName = <T extends { name: string }>(rows: T[]) => new Map(rows.map((row) => [row.name, row]));
    expect(byName(found)).toEqual(byName(independent));
    expect(found).toHaveLength(independent.length);
  };
  /** Reads, and tells how long it took. */
  const timed = async (what: string) => {
    const begun = performance.now();
    const outcome = await sync();
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    console.log(`${what}: ${Object.keys(await accounts()).length} accounts in ${seconds} s`);
    return outcome;
  };

  test('a directory is added by the command, and every account is read', async () => {
    const added = await add('Corp');
    expect(added.error).toBe('');
    directoryId = JSON.parse(added.out).directory_id;
    expect(await timed('All')).toBe('stored');
    await expectEqualToSearch();
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
        { value: 'privileged', count: 1 + inChain.length },
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
    expect(await timed('Changes')).toBe('stored');
    const found = await accounts();
    await expectEqualToSearch();
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

  test.each(['ldaps://ADDRESS:3269', 'ldap://ADDRESS:3268'])(
    'of a global catalog at %s the forest is read, and what it lacks is unknown',
    async (address) => {
      const added = await add('Forest', { '--url': address.replace('ADDRESS', controller.address) });
      const { directory_id: forest } = JSON.parse(added.out);
      expect(await sync()).toBe('stored');
      const [part, whole] = [await accounts(forest), await accounts()];
      expect(Object.keys(part).sort()).toEqual(Object.keys(whole).sort());
      for (const [name, row] of Object.entries(part))
        expect(row).toMatchObject({
          ...whole[name],
          directory_id: forest,
          password_set_at: null,
          encryption_types: null,
          admin_count: null,
          delegation: row.delegation === 'unconstrained' ? 'unconstrained' : null,
          delegates_to: null,
          acted_for_by: null,
          password_readers: null,
          group_name: null,
          group_managed_by: null,
        });
      expect(part['svc.free']).toMatchObject({ delegation: 'unconstrained' });
      const list = async () =>
        (await (await organization.as('admin')).api.directories({})).find(
          (each) => each.directory_id === forest,
        )!;
      const before = await list();
      expect(before).toMatchObject({ state: 'current', domain: 'scout.test' });

      const change = (text: string) =>
        controller.modify(
          entry(`CN=svc8,${SERVICE}`, ['changetype: modify', 'replace: description', `description: ${text}`]),
        );
      await change(`seen at ${address}`);
      await server.database.asOwner((owner) =>
        owner.query('UPDATE scout.directories SET due_at = now() WHERE directory_id = $1', [forest]),
      );
      expect(await sync()).toBe('stored');
      expect((await accounts(forest)).svc8!.description).toBe(`seen at ${address}`);
      expect((await list()).read_fully_at).toBe(before.read_fully_at);
      const { api } = await organization.as('admin');
      expect((await api.accountsRead({ account: 'svc.free' })).in_directories).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ directory: 'Forest', domain: 'scout.test', from_catalog: true }),
        ]),
      );
      await change('job 8');
      await scout('directory', 'remove', '--directory', 'Forest');
    },
  );

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
