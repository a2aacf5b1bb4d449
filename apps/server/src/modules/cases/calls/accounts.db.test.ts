import {
  type ActivityState,
  seedAccount,
  seedAgent,
  seedCase,
  seedDirectory,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organizationWithAdmin, signedIn, type TestPerson } from '../../../testing/people.ts';

let server: TestServer;
let tenantId: string;
let admin: TestPerson;
let member: TestPerson;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ tenantId, admin } = await organizationWithAdmin(server));
  member = await signedIn(server, tenantId, `bo-${crypto.randomUUID().slice(0, 8)}@bank.example`);
});

const seed = (name: string, activity?: readonly ActivityState[]) =>
  server.database.asOwner((owner) =>
    seedAccount((sql, values) => owner.query(sql, values), tenantId, name, activity),
  );
const ago = (days: number) => new Date(Date.now() - days * 86_400_000);

describe('the register of service accounts', () => {
  it('is sorted by name in pages where no case is open, and filtered by a part of name, owner or purpose', async () => {
    for (const name of ['svc.b', 'SVC.a', 'svc.c%']) await seed(name);
    await admin.api.accountsUpdate({ account: 'svc.b', owner: 'Billing team' });
    const names = async (query: { text?: string; cursor?: string; limit?: number }) =>
      (await member.api.accounts(query)).accounts.map(({ account }) => account);
    expect(await names({})).toEqual(['SVC.a', 'svc.b', 'svc.c%']);
    const { next } = await member.api.accounts({ limit: 2 });
    expect(await names({ limit: 2, cursor: next! })).toEqual(['svc.c%']);
    expect(await names({ text: 'BILLING' })).toEqual(['svc.b']);
    expect(await names({ text: '%' })).toEqual(['svc.c%']);
  });

  it('has what each directory says of an account, and what that makes possible', async () => {
    for (const name of ['svc.a', 'svc.b']) await seed(name);
    await server.database.asOwner((owner) =>
      seedDirectory((sql, values) => owner.query(sql, values), tenantId, {
        account: 'SVC.A',
        spns: Array.from({ length: 12 }, (_, n) => `HTTP/web${n}`),
        passwordSet: ago(900),
        encryptionTypes: 28,
        privilegedGroups: ['Domain Admins'],
      }),
    );
    const read = async (account: string) => (await member.api.accountsRead({ account })).in_directories;
    expect(await read('CORP\\svc.a')).toMatchObject([
      {
        directory: 'Corp',
        domain: 'corp.example',
        kind: 'user',
        failing_since: null,
        spns_total: 12,
        privileged_groups: ['Domain Admins'],
        posture: ['privileged', 'roastable', 'old-password'],
      },
    ]);
    expect((await read('svc.a'))[0]!.spns).toHaveLength(10);
    expect(await read('svc.b')).toEqual([]);
    const described = await admin.api.accountsUpdate({ account: 'svc.a', owner: 'Web team' });
    expect(described.in_directories).toHaveLength(1);
  });

  it('begins with the accounts of the most open cases, over its pages', async () => {
    for (const name of ['svc.a', 'svc.b', 'svc_c', 'svc.d', 'svc.e']) await seed(name);
    await server.database.asOwner(async (owner) => {
      const run = (text: string, values: unknown[]) => owner.query(text, values);
      for (const account of ['svc_c', 'svc_c', 'svc.e', 'svc.d']) await seedCase(run, tenantId, { account });
    });
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await member.api.accounts({ limit: 2, ...(cursor !== undefined && { cursor }) });
      listed.push(...page.accounts.map(({ account }) => account));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(listed).toEqual(['svc_c', 'svc.d', 'svc.e', 'svc.a', 'svc.b']);
  });

  it('is found by parts of the names of the people and hosts that its accounts were seen with, alike by the counts', async () => {
    await seed('svc.b', [
      { time: ago(1), source: 'fin-laptop3', destination: 'prd-sql01', actor: 'm.keller' },
      { time: ago(40), source: 'old-server' },
    ]);
    await seed('svc.z', [{ time: ago(1), source: 'app-bill01', destination: 'prd-sql01' }]);
    const found = async (text: string) => {
      const { accounts } = await member.api.accounts({ text });
      expect((await member.api.accountsFacets({ text })).matching).toBe(accounts.length);
      return accounts.map(({ account }) => account);
    };
    expect(await found('KELLER')).toEqual(['svc.b']);
    expect(await found('laptop sql0')).toEqual(['svc.b']);
    expect(await found('prd-sql01')).toEqual(['svc.b', 'svc.z']);
    expect(await found('old-server')).toEqual([]);
    expect(await found('CORP\\svc.z')).toEqual(['svc.z']);
  });

  it('has people and hosts by a part of their name, of the own organization alone', async () => {
    await seed('svc.b', [
      { time: ago(1), source: 'fin-laptop3', destination: 'prd-sql01', actor: 'm.keller' },
      { time: ago(2), source: 'prd-sql01', destination: 'prd-sql02' },
    ]);
    await seed('svc.z', [{ time: ago(3), source: 'app-bill01', destination: 'prd-sql01' }]);
    const found = async (text: string) =>
      (await member.api.names({ text })).names.map(({ kind, name, accounts }) => [kind, name, accounts]);
    expect(await found('SQL')).toEqual([
      ['host', 'prd-sql01', 2],
      ['host', 'prd-sql02', 1],
    ]);
    expect(await found('kell')).toEqual([['person', 'm.keller', 1]]);
    expect(await found('%')).toEqual([]);
    expect((await member.api.names({ text: 'prd', limit: 1 })).names).toHaveLength(1);
    const other = await organizationWithAdmin(server);
    expect(await other.admin.api.names({ text: 'prd' })).toEqual({ names: [] });
  });

  it('reports problems in the record of an account', async () => {
    await seedAgent(server.database, tenantId, 'PRD-SQL01.corp.example');
    const use = { time: ago(2), destination: 'prd-sql01' };
    await seed('svc.unused', [{ time: ago(91), destination: 'prd-sql01' }]);
    await seed('svc.shared', [
      { ...use, source: 'fin-laptop3', actor: 'm.keller' },
      { ...use, source: 'ws-1042', actor: 'o.lang' },
    ]);
    // A person who reset its password, or was refused as the account, has not used it.
    await seed('svc.fine', [
      use,
      { ...use, kind: 'change:4724', actor: 'r.lindqvist' },
      { ...use, kind: 'refused:wrong-password', actor: 'm.keller' },
    ]);
    await admin.api.accountsUpdate({ account: 'svc.fine', owner: 'ada@bank.example' });
    await server.database.asOwner((owner) =>
      seedCase((sql, values) => owner.query(sql, values), tenantId, { account: 'svc.shared' }),
    );
    const { accounts } = await member.api.accounts({});
    expect(accounts).toMatchObject([
      {
        account: 'svc.shared',
        faults: ['unowned', 'shared', 'unwatched'],
        hosts: 3,
        hosts_watched: 1,
        hosts_unwatched: ['fin-laptop3', 'ws-1042'],
        persons: 2,
        open_cases: 1,
      },
      {
        account: 'svc.fine',
        faults: [],
        hosts: 1,
        hosts_watched: 1,
        hosts_unwatched: [],
        persons: 0,
        posture: [],
        open_cases: 0,
      },
      { account: 'svc.unused', faults: ['unused', 'unowned'], hosts: 0, persons: 0 },
    ]);
  });
});

describe('one service account', () => {
  it('is shown with where, by whom and when it was used in 30 days, however it is spelled', async () => {
    await seedAgent(server.database, tenantId, 'PRD-SQL01');
    const hour = new Date(Math.floor(ago(1).getTime() / 3_600_000) * 3_600_000);
    await seed('svc.billing', [
      { time: hour, source: 'app-bill01', destination: 'prd-sql01', count: 7 },
      { time: hour, source: 'fin-laptop3', destination: 'prd-sql01', actor: 'm.keller', kind: 'command' },
      { time: hour, source: 'fin-laptop3', kind: 'refused:wrong password', actor: 'o.lang', count: 5 },
      { time: hour, kind: 'change:4724', actor: 'r.lindqvist' },
      { time: ago(40), source: 'old-host' },
    ]);
    const found = await member.api.accountsRead({ account: 'BANK\\SVC.Billing' });
    expect(found).toMatchObject({
      account: 'svc.billing',
      known_by: 'name',
      sources: [
        { name: 'app-bill01', events: 7, watched: false },
        { name: 'fin-laptop3', events: 6, watched: false },
      ],
      destinations: [{ name: 'prd-sql01', events: 8, watched: true }],
      people: [{ name: 'm.keller', events: 1 }],
      hours: [{ hour: hour.toISOString(), done: 9, refused: 5 }],
    });
  });

  it('gets owner and purpose from admins only, with an audit entry; empty removes them', async () => {
    await seed('svc.billing');
    const described = { account: 'svc.billing', owner: ' Billing team ', purpose: 'Nightly invoices' };
    await expect(member.api.accountsUpdate(described)).rejects.toMatchObject({ code: 'admin_required' });
    expect(await admin.api.accountsUpdate(described)).toMatchObject({
      owner: 'Billing team',
      purpose: 'Nightly invoices',
      faults: ['unused'],
    });
    expect(await admin.api.accountsUpdate({ account: 'svc.billing', owner: '' })).toMatchObject({
      owner: null,
      purpose: 'Nightly invoices',
    });
    const log = await admin.api.auditLogs({ limit: 2 });
    expect(log.map(({ action, details }) => [action, details])).toEqual([
      ['account_described', { account: 'svc.billing', owner: null, former_owner: 'Billing team' }],
      [
        'account_described',
        {
          account: 'svc.billing',
          owner: 'Billing team',
          purpose: 'Nightly invoices',
          former_owner: null,
          former_purpose: null,
        },
      ],
    ]);
    await expect(
      admin.api.accountsUpdate({ account: 'svc.billing', purpose: 'x'.repeat(2001) }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is not found if it does not exist', async () => {
    await expect(member.api.accountsRead({ account: 'svc.none' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(admin.api.accountsUpdate({ account: 'svc.none', owner: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a list of owners and purposes', () => {
  const list = [
    { account: 'BANK\\SVC.a', owner: 'Ada', purpose: 'Bills' },
    { account: 'svc.b', owner: null },
    { account: 'svc.c', purpose: 'Other' },
    { account: 'svc.c', purpose: 'Backups' },
    { account: 'svc.none', owner: 'Bo' },
  ];
  const expected = {
    changed: [
      { account: 'svc.a', owner: { from: null, to: 'Ada' }, purpose: { from: null, to: 'Bills' } },
      { account: 'svc.c', purpose: { from: null, to: 'Backups' } },
    ],
    unchanged: 1,
    unknown: ['svc.none'],
  };
  beforeEach(async () => {
    for (const name of ['svc.a', 'svc.b', 'svc.c']) await seed(name);
  });

  it('is previewed without a change, then saved; the audit log has the changes of each account', async () => {
    expect(await admin.api.accountsImportPreview({ accounts: list })).toEqual(expected);
    expect((await admin.api.accounts({})).accounts.filter(({ owner, purpose }) => owner ?? purpose)).toEqual(
      [],
    );
    expect(await admin.api.accountsImport({ accounts: list })).toEqual(expected);
    expect((await member.api.accounts({})).accounts).toMatchObject([
      { account: 'svc.a', owner: 'Ada', purpose: 'Bills' },
      { account: 'svc.b', owner: null, purpose: null },
      { account: 'svc.c', owner: null, purpose: 'Backups' },
    ]);
    const log = await admin.api.auditLogs({ limit: 2 });
    expect(log.map(({ action, details }) => [action, details])).toEqual([
      ['account_described', { account: 'svc.c', purpose: 'Backups', former_purpose: null }],
      [
        'account_described',
        { account: 'svc.a', owner: 'Ada', purpose: 'Bills', former_owner: null, former_purpose: null },
      ],
    ]);
    expect(await admin.api.accountsImportPreview({ accounts: list })).toMatchObject({
      changed: [],
      unchanged: 3,
    });
  });

  it('is for admins, and bounded', async () => {
    await expect(member.api.accountsImport({ accounts: list })).rejects.toMatchObject({
      code: 'admin_required',
    });
    await expect(member.api.accountsImportPreview({ accounts: list })).rejects.toMatchObject({
      code: 'admin_required',
    });
    const many = Array.from({ length: 101 }, (_, i) => ({ account: `svc.${i}` }));
    for (const accounts of [[], many, [{ account: 'svc.a', owner: 'x'.repeat(255) }]])
      await expect(admin.api.accountsImport({ accounts })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
