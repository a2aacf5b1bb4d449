import { limits } from '@scout/contract';
import {
  type ActivityState,
  type CaseState,
  createOrganization,
  seedAccount,
  seedCase,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organizationWithAdmin, type TestPerson } from '../../../testing/people.ts';

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

const hour = 3_600_000;
const day = 24 * hour;
/** A full hour, so that hour offsets are exact. */
const begin = new Date(Math.floor((Date.now() - 10 * day) / hour) * hour);
const after = (hours: number) => new Date(begin.getTime() + hours * hour);

const account = (activity: readonly ActivityState[], name = 'svc.billing') =>
  server.database.asOwner((owner) =>
    seedAccount((sql, values) => owner.query(sql, values), tenantId, name, activity),
  );
const addCase = (state: CaseState = {}) =>
  server.database.asOwner((owner) =>
    seedCase((sql, values) => owner.query(sql, values), tenantId, {
      firstSeen: begin,
      lastSeen: after(2),
      ...state,
    }),
  );

const laptop = { source: 'fin-laptop3', destination: 'prd-sql01' };
const job = { source: 'app-bill01', destination: 'prd-sql01', count: 7 };

describe('the activity around a case', () => {
  it('is classified as part of the case, of another case, or usual, by hour and by way', async () => {
    await account([
      { ...job, time: after(-30) },
      { ...job, time: after(1) },
      { ...laptop, time: after(-3) },
      { ...laptop, time: after(0), kind: 'refused:wrong password', count: 3 },
      { ...laptop, time: after(1), kind: 'command', actor: 'm.keller' },
      { ...laptop, time: after(50), kind: 'explicit', actor: 'm.keller' },
      { source: 'ws-1042', destination: 'ws-1042', kind: 'logon:2', time: after(4) },
    ]);
    const number = await addCase();
    await addCase({ kind: 'person-signed-in', sources: ['WS-1042'], destinations: ['WS-1042'] });
    const activity = await admin.api.casesActivity({ number });
    const from = Date.parse(activity.from);
    const at = (hours: number) => Math.round((after(hours).getTime() - from) / hour);
    expect(from).toBe(after(-14 * 24).getTime());
    expect(activity).toMatchObject({
      lanes: [
        { lane: 'refused', hours: [[at(0), 3]] },
        { lane: 'client', hours: [[at(1), 1]] },
        { lane: 'explicit', hours: [[at(50), 1]] },
      ],
      other_cases: [[at(4), 1]],
      // Excludes the laptop's logon before the case began.
      usual: [
        [at(-30), 7],
        [at(-3), 1],
        [at(1), 7],
      ],
      persons: 1,
      sources: 1,
      servers: 1,
      ways_total: 5,
    });
    expect(
      activity.ways.map(({ part, refused, person, source, events }) => [
        part,
        refused,
        person,
        source,
        events,
      ]),
    ).toEqual([
      ['case', true, null, 'fin-laptop3', 3],
      ['case', false, 'm.keller', 'fin-laptop3', 2],
      ['other-case', false, null, 'ws-1042', 1],
      ['usual', false, null, 'app-bill01', 14],
      ['usual', false, null, 'fin-laptop3', 1],
    ]);
    expect(activity.gaps.at(0)).toMatchObject({ from: activity.from, to: after(-30).toISOString() });
  });

  it('is filtered by a name in each column, and by missing names', async () => {
    await account([
      { ...laptop, time: after(1), kind: 'command', actor: 'm.keller', count: 2 },
      { ...laptop, time: after(1), kind: 'logon:3', count: 3 },
      { ...laptop, destination: '', time: after(1), kind: 'refused:account locked out', count: 5 },
    ]);
    const number = await addCase();
    const events = async (narrowed: object) => (await admin.api.casesRuns({ number, ...narrowed })).events;
    expect(await events({})).toBe(10);
    // The finding names the person at that machine.
    expect(await events({ person: 'M.Keller' })).toBe(10);
    expect(await events({ person: '-' })).toBe(0);
    expect(await events({ server: 'PRD-SQL01' })).toBe(5);
    expect(await events({ server: '-' })).toBe(5);
    expect(await events({ source: 'elsewhere' })).toBe(0);
    expect(await events({ person: "x' OR true --" })).toBe(0);
    expect((await admin.api.casesActivity({ number, server: '-' })).lanes).toMatchObject([
      { lane: 'refused' },
    ]);
  });

  it('of refusals contains only refusals of its kind, also those that go on', async () => {
    const number = await addCase({ kind: 'refused-old-password', destinations: [] });
    await account([
      { ...laptop, time: after(0), kind: 'refused:wrong password' },
      { ...laptop, time: after(0) },
      { ...laptop, time: after(9), kind: 'refused:wrong password' },
      { ...laptop, time: after(9), kind: 'refused:account locked out' },
    ]);
    expect(await admin.api.casesRuns({ number })).toMatchObject({ total: 1, events: 2 });
    expect((await admin.api.casesRead({ number })).later).toMatchObject({ events: 1 });
  });

  it('continues until the case is closed', async () => {
    await account([
      { ...laptop, time: after(0) },
      { ...laptop, time: after(90) },
    ]);
    const number = await addCase();
    expect((await admin.api.casesRuns({ number })).events).toBe(2);
    await admin.api.casesClose({ number, as: 'expected', reason: 'Approved' });
    await server.database.asOwner((owner) =>
      owner.query('UPDATE scout.cases SET closed_at = $2 WHERE tenant_id = $1', [tenantId, after(5)]),
    );
    expect((await admin.api.casesRuns({ number })).events).toBe(1);
  });

  it('of a case about many accounts contains theirs, and nothing else that they do', async () => {
    await account([{ source: 'nw-meet02', time: after(0), kind: 'refused:wrong password' }]);
    await account(
      [
        { source: 'nw-meet02', time: after(0), kind: 'refused:wrong password' },
        { ...job, time: after(0) },
      ],
      'svc.b',
    );
    const number = await addCase({ kind: 'spraying', sources: ['NW-MEET02'], destinations: [], persons: [] });
    await server.database.asOwner((owner) =>
      owner.query(`UPDATE scout.cases SET accounts = '["svc.b"]' WHERE tenant_id = $1 AND number = $2`, [
        tenantId,
        number,
      ]),
    );
    expect((await admin.api.casesActivity({ number })).ways).toMatchObject([
      { part: 'case', source: 'nw-meet02', events: 2 },
    ]);
    expect((await admin.api.casesRuns({ number })).runs.map((run) => run.account).sort()).toEqual([
      'svc.b',
      'svc.billing',
    ]);
  });

  it('is bounded: of 300 machines 200 ways and 100 runs are listed, and all are counted', async () => {
    const sources = Array.from({ length: 300 }, (_, i) => `ws-${i}`);
    await account(sources.map((source) => ({ source, destination: 'prd-sql01', time: after(1) })));
    const number = await addCase({ kind: 'new-source', persons: [], sources });
    const activity = await admin.api.casesActivity({ number });
    expect(activity.ways).toHaveLength(limits.cases.ways);
    expect(activity).toMatchObject({ ways_total: 300, sources: 300 });
    const { runs, total } = await admin.api.casesRuns({ number });
    expect([runs.length, total]).toEqual([limits.cases.runs, 300]);
  });
});

describe('runs', () => {
  it('end after three days without events, and are cut to a window', async () => {
    await account([
      { ...laptop, time: after(0) },
      { ...laptop, time: after(60) },
      { ...laptop, time: after(60 + 73), count: 4 },
    ]);
    const number = await addCase({ firstSeen: begin, lastSeen: after(1) });
    const counts = async (window: object = {}) =>
      (await admin.api.casesRuns({ number, ...window })).runs.map(({ events }) => events);
    expect(await counts()).toEqual([4, 2]);
    expect(await counts({ from: after(0).toISOString(), to: after(1).toISOString() })).toEqual([1]);
    await expect(admin.api.casesRuns({ number, from: '2026-11-02', to: '2026-11-01' })).rejects.toMatchObject(
      {
        code: 'invalid_input',
      },
    );
  });

  it.each(['casesActivity', 'casesRuns', 'casesSignIns', 'casesDependents'] as const)(
    '%s of no case are not found',
    async (call) => {
      await expect(admin.api[call]({ number: 99 })).rejects.toMatchObject({ code: 'not_found' });
    },
  );
});

describe('the events of a run', () => {
  it('come in pages, newest first, without those of other accounts and machines', async () => {
    const bank = await createOrganization(server, `Bank ${crypto.randomUUID()}`);
    const { api } = await bank.as('member');
    const agent = await bank.as('agent');
    const refused = (i: number, state: object = {}) => ({
      event_type: 'WINDOWS_SECURITY_4625',
      timestamp: new Date(after(1).getTime() + i * 1000).toISOString(),
      target_user_name: 'NORTHWIND\\SVC_100%',
      system_context_computer_name: 'PRD-SQL01.northwind.example',
      source_info_workstation_name: 'WS-1042',
      failure_reason: 'wrong password',
      ...state,
    });
    const events = [
      ...Array.from({ length: 60 }, (_, i) => refused(i)),
      refused(7, { target_user_name: 'svcx100%' }),
      refused(8, { target_user_name: 'old.svc_100%' }),
      refused(9, { source_info_workstation_name: 'WS-2' }),
      refused(10, { system_context_computer_name: 'PRD-SQL02' }),
      refused(11, { event_type: 'WINDOWS_SECURITY_4634' }),
    ];
    const stored = await agent.request('/api/ingest/v1/events', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', 'scout-batch': '1' },
      body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    });
    expect(await stored.json()).toMatchObject({ accepted: events.length });
    const kind = 'refused:wrong password';
    const way = { kind, source: 'ws-1042', destination: 'prd-sql01' };
    await server.database.asOwner((owner) =>
      seedAccount((sql, values) => owner.query(sql, values), bank.tenantId, 'svc_100%', [
        { ...way, time: after(1), count: 30 },
      ]),
    );
    await server.database.asOwner((owner) =>
      owner.query('UPDATE scout.account_activity SET last_at = $2 WHERE tenant_id = $1', [
        bank.tenantId,
        new Date(after(1).getTime() + 60_000),
      ]),
    );
    const number = await server.database.asOwner((owner) =>
      seedCase((sql, values) => owner.query(sql, values), bank.tenantId, {
        account: 'svc_100%',
        firstSeen: begin,
        lastSeen: after(2),
      }),
    );
    const query = {
      number,
      account: 'SVC_100%',
      kind,
      source: 'WS-1042',
      server: 'PRD-SQL01',
      from: after(0).toISOString(),
      to: after(3).toISOString(),
    };
    const found: string[] = [];
    const lengths: number[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await api.casesRunEvents({ ...query, ...(before && { before }) });
      found.push(...page.events.map(({ time }) => time));
      lengths.push(page.events.length);
      before = page.next;
    }
    expect(lengths).toEqual([25, 25, 10]);
    expect(found).toEqual(Array.from({ length: 60 }, (_, i) => refused(59 - i).timestamp));
    await expect(api.casesRunEvents({ ...query, account: 'svc.other' })).rejects.toMatchObject({
      code: 'not_found',
    });
    for (const before of ['1', '1_x', "1_0193f5a0-1111-7abc-8def-000000000001-000002'"])
      await expect(api.casesRunEvents({ ...query, before })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('the sign-ins of the people', () => {
  const bankOf = async () => {
    const bank = await createOrganization(server, `Bank ${crypto.randomUUID()}`);
    const seedOf = (state: CaseState) =>
      server.database.asOwner((owner) =>
        seedCase((sql, values) => owner.query(sql, values), bank.tenantId, { firstSeen: begin, ...state }),
      );
    const { api } = await bank.as('member');
    return { bank, api, seedOf };
  };
  const signIn = (minutes: number, state: object = {}) => ({
    event_type: 'WINDOWS_SECURITY_4624',
    timestamp: new Date(begin.getTime() + minutes * 60_000).toISOString(),
    target_user_name: 'NORTHWIND\\M.Keller',
    system_context_computer_name: 'FIN-LAPTOP3.northwind.example',
    source_info_workstation_name: 'FIN-LAPTOP3',
    logon_type: '2',
    ...state,
  });
  async function ship(bank: Awaited<ReturnType<typeof createOrganization>>, events: readonly object[]) {
    const stored = await (await bank.as('agent')).request('/api/ingest/v1/events', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', 'scout-batch': '1' },
      body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    });
    expect(await stored.json()).toMatchObject({ accepted: events.length });
  }

  it('are those at the sources, in the working day before its findings, newest first', async () => {
    const { bank, api, seedOf } = await bankOf();
    await ship(bank, [
      signIn(-60),
      // The second token of the same sign-in.
      { ...signIn(-60), timestamp: new Date(begin.getTime() - 3_600_000 + 40).toISOString() },
      signIn(-5, { logon_type: '7', target_user_name: 'm.keller' }),
      signIn(-2, { logon_type: '10', source_info_workstation_name: 'WS-1042' }),
      signIn(-3, { logon_type: '3' }),
      signIn(-4, { target_user_name: 'm.kellermann' }),
      signIn(-6, { system_context_computer_name: 'WS-1042' }),
      signIn(-7, { event_type: 'WINDOWS_SECURITY_4634' }),
      signIn(-11 * 60),
      signIn(2 * 60),
    ]);
    const number = await seedOf({ lastSeen: begin });
    const signIns = await api.casesSignIns({ number });
    expect(signIns).toMatchObject({ total: 3, complete: true });
    expect(
      signIns.sign_ins.map(({ time, logon_type, from }) => [Date.parse(time), logon_type, from]),
    ).toEqual([
      [begin.getTime() - 2 * 60_000, '10', 'WS-1042'],
      [begin.getTime() - 5 * 60_000, '7', null],
      [begin.getTime() - 60 * 60_000 + 40, '2', null],
    ]);
    expect(signIns.sign_ins[2]).toMatchObject({ person: 'M.Keller', host: 'FIN-LAPTOP3' });
    const { event } = await api.event({ id: signIns.sign_ins[0]!.id });
    expect(event).toMatchObject({ logon_type: '10' });
    const nobody = await seedOf({ lastSeen: begin, persons: [] });
    expect(await api.casesSignIns({ number: nobody })).toEqual({ sign_ins: [], total: 0, complete: true });
  });

  it('are bounded, and searched in the newest sign-ins only: the answer says so', async () => {
    const { bank, api, seedOf } = await bankOf();
    await ship(
      bank,
      Array.from({ length: 30 }, (_, i) => signIn(-2 * i - 1, { logon_type: '7' })),
    );
    const number = await seedOf({ lastSeen: begin, persons: ['m.keller', '100%', '\\'] });
    const signIns = await api.casesSignIns({ number });
    expect([signIns.sign_ins.length, signIns.total, signIns.complete]).toEqual([20, 30, true]);
    const addMany = (eventId: number, logonType: string) =>
      server.database.asOwner((owner) =>
        owner.query(
          `INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type, event_id, logon_type)
           SELECT $1, $2::timestamptz + i * interval '1 millisecond', gen_random_uuid(), 0, gen_random_uuid(), 'WINDOWS_SECURITY_' || $4::int, $4, $5
           FROM generate_series(1, $3::int) AS i`,
          [bank.tenantId, begin, limits.cases.signIns.searched, eventId, logonType],
        ),
      );
    // Events that are no sign-ins at a machine, however many, are not read.
    await addMany(4688, '2');
    await addMany(4624, '3');
    expect(await api.casesSignIns({ number })).toMatchObject({ total: 30, complete: true });
    await addMany(4624, '2');
    const searched = await api.casesSignIns({ number });
    expect(searched.complete).toBe(false);
    expect(searched.total).toBeLessThanOrEqual(1);
  }, 120_000);
});

describe('the account’s dependencies', () => {
  const ago = (days: number) => new Date(Math.floor(Date.now() / hour) * hour - days * day);

  it('are machines and programs of the last 30 days, without refusals and without its cases', async () => {
    await account([
      ...[1, 2, 3].map((days) => ({ ...job, time: ago(days) })),
      { source: 'app-bill01', destination: 'prd-sql02', time: ago(1) },
      { source: 'app-bill01', program: 'cmd.exe>billing.exe', kind: 'process', time: ago(2), count: 2 },
      { destination: 'prd-batch01', kind: 'logon:4', time: ago(4), count: 5 },
      {
        source: 'ws-7',
        destination: 'prd-sql01',
        kind: 'command',
        program: 'sqlcmd.exe',
        actor: 'd.rossi',
        time: ago(5),
      },
      { source: 'app-old', destination: 'prd-sql01', time: ago(31) },
      {
        source: 'app-new',
        destination: 'prd-sql01',
        kind: 'refused:wrong password',
        time: ago(1),
        count: 99,
      },
      { source: 'app-new', kind: 'change:4724', time: ago(1) },
      { ...laptop, kind: 'command', actor: 'm.keller', program: 'sqlcmd.exe', time: after(1), count: 50 },
      { source: 'ws-1042', destination: 'ws-1042', kind: 'logon:2', time: ago(3) },
    ]);
    const number = await addCase();
    await addCase({
      kind: 'person-signed-in',
      sources: ['WS-1042'],
      destinations: ['WS-1042'],
      firstSeen: ago(4),
      lastSeen: ago(2),
    });
    expect(await admin.api.casesDependents({ number })).toEqual({
      total: 3,
      dependents: [
        {
          machine: 'app-bill01',
          kinds: ['logon:3', 'process'],
          programs: ['billing.exe'],
          servers: ['prd-sql01', 'prd-sql02'],
          persons: [],
          events: 24,
          last: ago(1).toISOString(),
        },
        {
          machine: 'prd-batch01',
          kinds: ['logon:4'],
          programs: [],
          servers: [],
          persons: [],
          events: 5,
          last: ago(4).toISOString(),
        },
        {
          machine: 'ws-7',
          kinds: ['command'],
          programs: ['sqlcmd.exe'],
          servers: ['prd-sql01'],
          persons: ['d.rossi'],
          events: 1,
          last: ago(5).toISOString(),
        },
      ],
    });
  });

  it('is bounded: of 30 machines and 10 programs the most frequent are listed', async () => {
    await account(
      Array.from({ length: 30 }, (_, i) => ({
        source: `app-${i % 10 === 0 ? 0 : i}`,
        destination: 'prd-sql01',
        kind: 'process',
        program: `job${i}.exe`,
        time: ago(1),
        count: 100 - i,
      })),
    );
    const number = await addCase();
    const { dependents, total } = await admin.api.casesDependents({ number });
    expect([dependents.length, total]).toEqual([limits.cases.dependents.listed, 28]);
    expect(dependents[0]).toMatchObject({
      machine: 'app-0',
      programs: ['job0.exe', 'job10.exe', 'job20.exe'],
    });
  });
});
