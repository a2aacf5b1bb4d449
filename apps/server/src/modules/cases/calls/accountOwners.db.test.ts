import {
  createOrganization,
  seedAccount,
  seedCase,
  startServer,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { batchRequest } from '../../../testing/world.ts';
import { eventId } from '../../events/index.ts';

let server: TestServer;
let bank: TestOrganization;
let admin: TestClient;
let owner: TestClient;
/** Numbers of cases: of the own account, of both own accounts, of an own and a foreign account, and of the foreign account. */
let cases: { mine: number; both: number; mixed: number; foreign: number };

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const run = (sql: string, values: unknown[]) =>
  server.database.asOwner((client) => client.query<Record<string, unknown>>(sql, values));
const contract = { sources: ['app*'], destinations: [], kinds: [], hours: [] };

beforeEach(async () => {
  bank = await createOrganization(server, fresh('Northwind'));
  [admin, owner] = [await bank.as('admin'), await bank.as('owner')];
  for (const [account, of] of [
    ['svc.mine', ` ${bank.emailOf('owner').toUpperCase()} `],
    ['svc.also', bank.emailOf('owner')],
    ['svc.foreign', bank.emailOf('member')],
    ['svc.named', 'owner'],
    ['svc.nobody', null],
  ] as const) {
    await seedAccount(run, bank.tenantId, account, [
      { time: new Date(), source: `pc-of-${account}`, destination: 'db1', actor: `user-of-${account}` },
    ]);
    await admin.api.accountsUpdate({ account, owner: of });
    await admin.api.accountContractSave({ account, revision: 0, contract });
  }
  const seed = (account: string, otherAccounts: string[] = []) =>
    seedCase(run, bank.tenantId, { account, otherAccounts });
  cases = {
    mine: await seed('svc.mine'),
    both: await seed('svc.mine', ['svc.also']),
    mixed: await seed('svc.mine', ['svc.foreign']),
    foreign: await seed('svc.foreign'),
  };
});

const notFound = { code: 'not_found', status: 404 };
const notPermitted = { code: 'role_not_permitted', status: 403 };
/** Everything that an answer may not contain. */
const expectNothingForeign = (answer: unknown) => {
  const text = JSON.stringify(answer);
  for (const name of ['svc.foreign', 'svc.named', 'svc.nobody', bank.emailOf('member')])
    expect(text).not.toContain(name);
};

describe('an owner of accounts', () => {
  it('sees own accounts alone in the register, its counts and its search', async () => {
    const { accounts } = await owner.api.accounts({});
    expect(accounts.map(({ account, open_cases }) => [account, open_cases])).toEqual([
      ['svc.mine', 2],
      ['svc.also', 1],
    ]);
    const facets = await owner.api.accountsFacets({});
    expect(facets).toMatchObject({ matching: 2, contract: [{ value: 'draft', count: 2 }] });
    const found = await owner.api.accounts({ text: 'svc' });
    const byFault = await owner.api.accounts({ fault: 'unwatched' });
    const all = await owner.api.accounts({ owner: bank.emailOf('member') });
    expect(all.accounts).toEqual([]);
    expectNothingForeign([accounts, facets, found, byFault, await owner.api.accountsFacets({ text: 'svc' })]);
  });

  it('opens own accounts, and finds no other by name', async () => {
    expect(await owner.api.accountsRead({ account: 'NORTHWIND\\SVC.Mine' })).toMatchObject({
      account: 'svc.mine',
      sources: [{ name: 'pc-of-svc.mine' }],
      people: [{ name: 'user-of-svc.mine' }],
    });
    for (const account of ['svc.foreign', 'svc.named', 'svc.nobody', 'svc.missing']) {
      const { api } = owner;
      await expect(api.accountsRead({ account })).rejects.toMatchObject(notFound);
      await expect(api.accountContractRead({ account })).rejects.toMatchObject(notFound);
      await expect(api.accountContractTry({ account, contract })).rejects.toMatchObject(notFound);
      await expect(api.accountContractApprove({ account, revision: 1 })).rejects.toMatchObject(notFound);
      await expect(api.accountContractDiscard({ account, revision: 1 })).rejects.toMatchObject(notFound);
    }
  });

  it('sees cases whose accounts are all own, and counts no others', async () => {
    const page = await owner.api.cases({});
    expect(page.cases.map(({ number }) => number).sort()).toEqual([cases.mine, cases.both]);
    expect(page.counts).toEqual({ open: 2, acknowledged: 0, closed: 0, excused: 0 });
    const facets = await owner.api.casesFacets({});
    expect(facets).toMatchObject({
      matching: 2,
      account: [
        { value: 'svc.mine', count: 2 },
        { value: 'svc.also', count: 1 },
      ],
    });
    expect((await owner.api.cases({ account: 'svc.foreign' })).cases).toEqual([]);
    expect((await owner.api.cases({ text: `C-${cases.foreign}` })).cases).toEqual([]);
    expect((await owner.api.cases({ format: 'ocsf' })).documents).toHaveLength(2);
    const changed = await owner.api.cases({ since: new Date(0).toISOString() });
    expectNothingForeign([page, facets, changed, await owner.api.cases({ format: 'ecs' })]);
  });

  it('reads a case with its activity, and no part of another', async () => {
    const { number } = { number: cases.mine };
    const { api } = owner;
    const answers = [
      await api.casesRead({ number }),
      await api.casesActivity({ number }),
      await api.casesRuns({ number }),
      await api.casesDependents({ number }),
    ];
    expect(answers[0]).toMatchObject({
      number,
      account: 'svc.mine',
      findings: [{ kind: 'person-used-account' }],
    });
    expectNothingForeign(answers);
    const window = { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' };
    for (const hidden of [cases.mixed, cases.foreign]) {
      const of = { number: hidden };
      await expect(api.casesRead(of)).rejects.toMatchObject(notFound);
      await expect(api.casesActivity(of)).rejects.toMatchObject(notFound);
      await expect(api.casesRuns(of)).rejects.toMatchObject(notFound);
      await expect(api.casesDependents(of)).rejects.toMatchObject(notFound);
      for (const account of ['svc.mine', 'svc.foreign'])
        await expect(
          api.casesRunEvents({ ...of, account, kind: 'logon:3', ...window }),
        ).rejects.toMatchObject(notFound);
    }
    await expect(
      api.casesRunEvents({ number, account: 'svc.foreign', kind: 'logon:3', ...window }),
    ).rejects.toMatchObject(notFound);
  });

  it('reads the tickets of own cases, and none of another', async () => {
    await run(
      `INSERT INTO scout.channels (tenant_id, kind, format, name, url, min_severity, settings, created_at, created_by)
       VALUES ($1, 'jira', 'ticket', 'Desk', 'https://northwind.atlassian.net', 'high', '{"project": "SEC"}', now(), 'ada'),
         ($1, 'servicenow', 'ticket', 'svc.foreign desk', 'https://northwind.service-now.com', 'high', '{}', now(), 'ada')`,
      [bank.tenantId],
    );
    const open = (channel: string, number: number, reference: string) =>
      run(
        `INSERT INTO scout.tickets (tenant_id, channel_id, case_id, case_number, remote_id, reference, url, state, state_at, created_at)
         SELECT $1, c.channel_id, k.case_id, k.number, $4, $4, 'https://northwind.atlassian.net/browse/' || $4, 'acknowledged', now(), now()
         FROM scout.channels c JOIN scout.cases k ON k.tenant_id = $1 AND k.number = $3 WHERE c.tenant_id = $1 AND c.name = $2`,
        [bank.tenantId, channel, number, reference],
      );
    await open('Desk', cases.mine, 'SEC-1');
    await open('Desk', cases.foreign, 'SEC-2');
    await open('svc.foreign desk', cases.mixed, 'INC-3');
    const own = await owner.api.casesRead({ number: cases.mine });
    expect(own.tickets).toMatchObject([
      { channel: 'Desk', kind: 'jira', reference: 'SEC-1', state: 'acknowledged' },
    ]);
    expectNothingForeign(own);
    expect((await owner.api.casesRead({ number: cases.both })).tickets).toEqual([]);
    for (const number of [cases.foreign, cases.mixed])
      await expect(owner.api.casesRead({ number })).rejects.toMatchObject(notFound);
    expect((await admin.api.casesRead({ number: cases.foreign })).tickets).toMatchObject([
      { reference: 'SEC-2' },
    ]);
    await expect(owner.api.channels({})).rejects.toMatchObject(notPermitted);
    for (const change of [undefined, 'CHG0030001'])
      await expect(
        owner.api.casesClose({ number: cases.mine, as: 'expected', reason: 'A change.', change }),
      ).rejects.toMatchObject(notPermitted);
  });

  it('sees the events of a case that are of own accounts, and of others their time alone', async () => {
    const agent = await bank.as('agent');
    for (const account of ['NORTHWIND\\SVC.Mine', 'svc.foreign'])
      await agent.request('/api/ingest/v1/events', batchRequest(account));
    const { rows } = await run(
      'SELECT batch_id, batch_index, occurred_at, target_user_name FROM scout.tenant_events WHERE tenant_id = $1 ORDER BY target_user_name',
      [bank.tenantId],
    );
    expect(rows).toHaveLength(2);
    const events = rows.map(({ batch_id, batch_index }) =>
      eventId({ batchId: `${batch_id}`, batchIndex: Number(batch_index) }),
    );
    const number = await seedCase(run, bank.tenantId, { account: 'svc.mine', events });
    await run(
      `UPDATE scout.findings f SET events = (SELECT jsonb_agg(m || jsonb_build_object('time',
           to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
         FROM jsonb_array_elements(f.events) m JOIN json_to_recordset($2) AS e (batch_id text, occurred_at timestamptz)
           ON m ->> 'id' LIKE e.batch_id || '%')
       WHERE f.tenant_id = $1 AND f.events <> '[]'`,
      [bank.tenantId, JSON.stringify(rows)],
    );
    const accountsOf = async ({ api }: TestClient) =>
      (await api.casesRead({ number })).findings[0]!.events.map(
        ({ account }) => account?.toLowerCase() ?? null,
      ).sort();
    expect(await accountsOf(admin)).toEqual(['svc.foreign', 'svc.mine']);
    expect(await accountsOf(owner)).toEqual(['svc.mine', null].sort());
    expectNothingForeign(await owner.api.casesRead({ number }));
  });

  it('approves and turns down the drafts of own contracts, and writes none', async () => {
    const { api } = owner;
    expect(await api.accountContractRead({ account: 'svc.mine' })).toMatchObject({ draft: { contract } });
    expect(await api.accountContractTry({ account: 'svc.mine', contract })).toMatchObject({
      events: 1,
      outside: 1,
    });
    expect(await api.accountContractApprove({ account: 'svc.mine', revision: 1 })).toMatchObject({
      draft: null,
      approved: { contract, by: bank.emailOf('owner') },
    });
    expect(await api.accountContractDiscard({ account: 'svc.also', revision: 1 })).toMatchObject({
      draft: null,
      approved: null,
    });
    for (const refused of [
      () => api.accountContractSave({ account: 'svc.mine', revision: 2, contract }),
      () => api.accountContractWithdraw({ account: 'svc.mine', revision: 2 }),
      () => api.accountContractPropose({ account: 'svc.mine' }),
      () => api.accountsUpdate({ account: 'svc.mine', owner: 'somebody' }),
    ])
      await expect(refused()).rejects.toMatchObject(notPermitted);
    const log = await admin.api.auditLogs({ actor: bank.emailOf('owner') });
    expect(log.map(({ action, details }) => [action, details?.account])).toEqual(
      expect.arrayContaining([
        ['contract_approved', 'svc.mine'],
        ['contract_draft_discarded', 'svc.also'],
      ]),
    );
    const { rows } = await run('SELECT version FROM scout.assessment_requests WHERE tenant_id = $1', [
      bank.tenantId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('takes part in reviews of own accounts, and counts no others', async () => {
    const { number } = await admin.api.ownerReviewsStart({ days: 30 });
    const { reviews } = await owner.api.ownerReviews({});
    expect(reviews).toMatchObject([
      { number, accounts: 2, without_owner: 0, undecided: 2, undecided_own: 2 },
    ]);
    const { accounts } = await owner.api.ownerReviewAccounts({ number });
    expect(accounts.map(({ account, is_own }) => [account, is_own])).toEqual([
      ['svc.also', true],
      ['svc.mine', true],
    ]);
    const decide = (...names: string[]) =>
      owner.api.ownerReviewsDecide({ number, accounts: names, decision: 'keep' });
    for (const names of [['svc.foreign'], ['svc.mine', 'svc.foreign'], ['svc.named']])
      await expect(decide(...names)).rejects.toMatchObject(notFound);
    expect(await decide('svc.mine')).toMatchObject({ decided: { keep: 1 }, undecided: 1 });
    await expect(owner.api.ownerReviewsClose({ number })).rejects.toMatchObject(notPermitted);
    expectNothingForeign([reviews, accounts]);
    const [whole] = (await admin.api.ownerReviews({})).reviews;
    expect(whole).toMatchObject({ accounts: 5, decided: { keep: 1 } });
  });

  it('loses an account with the next request after it has another owner, and sees one that it gets', async () => {
    await admin.api.ownerReviewsStart({ days: 30 });
    await admin.api.accountsUpdate({ account: 'svc.mine', owner: bank.emailOf('member') });
    await expect(owner.api.accountsRead({ account: 'svc.mine' })).rejects.toMatchObject(notFound);
    await expect(owner.api.casesRead({ number: cases.mine })).rejects.toMatchObject(notFound);
    await expect(
      owner.api.accountContractApprove({ account: 'svc.mine', revision: 1 }),
    ).rejects.toMatchObject(notFound);
    await expect(
      owner.api.ownerReviewsDecide({ number: 1, accounts: ['svc.mine'], decision: 'keep' }),
    ).rejects.toMatchObject(notFound);
    expect((await owner.api.accounts({})).accounts.map(({ account }) => account)).toEqual(['svc.also']);
    await admin.api.accountsUpdate({ account: 'svc.foreign', owner: bank.emailOf('owner') });
    expect(await owner.api.casesRead({ number: cases.foreign })).toMatchObject({ account: 'svc.foreign' });
  });

  it('sees of the organization its name, and no settings that name accounts', async () => {
    const settings = (await admin.api.detectionSettings({})).settings;
    await admin.api.detectionSettingsSave({
      version: 0,
      settings: { ...settings, service_accounts: { standard: true, entries: ['svc.foreign*'] } },
    });
    const [tenant] = await owner.api.tenants({});
    expect(tenant).toMatchObject({
      members: [[bank.emailOf('owner'), '1']],
      alert_recipient_emails: [],
      detection: null,
    });
    expect((await admin.api.tenants({}))[0]!.detection).not.toBeNull();
  });

  it('has tokens that may do at most the same', async () => {
    const { token } = await owner.api.apiTokensCreate({
      name: 'mine',
      scopes: ['accounts:read', 'accounts:write', 'cases:read', 'reports:read', 'events:read'],
      password: bank.password,
      expires_in_days: 30,
    });
    const request = (path: string) =>
      fetch(new URL(path, server.url), { headers: { authorization: `Bearer ${token}` } });
    const listed = (await (await request('/api/v1/accounts')).json()) as { accounts: { account: string }[] };
    expect(listed.accounts.map(({ account }) => account)).toEqual(['svc.mine', 'svc.also']);
    expect((await request('/api/v1/account?account=svc.foreign')).status).toBe(404);
    expect((await request(`/api/v1/cases/${cases.foreign}`)).status).toBe(404);
    expect((await request('/rest/v1/tenant_events')).status).toBe(403);
    await admin.api.setMemberRole({
      p_tenant_id: bank.tenantId,
      p_email: bank.emailOf('owner'),
      p_role: 'auditor',
    });
    expect((await request('/api/v1/account?account=svc.foreign')).status).toBe(200);
  });
});
