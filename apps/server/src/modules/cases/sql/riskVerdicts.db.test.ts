import { type CaseState, seedAccount, seedCase, startServer, type TestServer } from '@scout/testkit';
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

const DAY = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);
const seed = (state: CaseState) =>
  server.database.asOwner((owner) => seedCase((sql, values) => owner.query(sql, values), tenantId, state));
const sql = (statement: string) => server.database.asOwner((owner) => owner.query(statement, [tenantId]));
const accounts = async (query = {}) =>
  (await admin.api.figuresRiskVerdicts(query)).verdicts.map(({ serviceAccount }) => serviceAccount);

describe('verdicts', () => {
  it('are those of the window with machine, production server, level and reasons', async () => {
    await seed({ account: 'svc.old', lastSeen: ago(40) });
    await seed({ account: 'svc.b', lastSeen: ago(3), severity: 'low', sources: [], destinations: [] });
    const number = await seed({
      account: 'svc.a',
      severity: 'critical',
      lastSeen: ago(2),
      sources: ['ws-1042', 'ws-7'],
      destinations: ['tst-app1', 'prd-sql01'],
      sentence: 'svc.a logged on. First time from WS-1042.',
    });
    expect(await admin.api.figuresRiskVerdicts({})).toMatchObject({
      total: 2,
      verdicts: [
        {
          case: number,
          computer: 'WS-1042',
          serviceAccount: 'svc.a',
          prdDbServer: 'PRD-SQL01',
          riskLevel: 'high',
          riskDetails: 'svc.a logged on. First time from WS-1042.',
        },
        { serviceAccount: 'svc.b', computer: null, prdDbServer: null, riskLevel: 'low' },
      ],
    });
    expect(await accounts({ from: ago(60).toISOString() })).toEqual(['svc.a', 'svc.old', 'svc.b']);
    expect(await accounts({ from: ago(60).toISOString(), to: ago(30).toISOString() })).toEqual(['svc.old']);
  });

  it('tell a case that goes on as it is now, before those that ended', async () => {
    await seed({ account: 'svc.over', lastSeen: ago(1) });
    const opened = ago(3);
    const [first, last] = [opened.getTime(), opened.getTime()];
    const statement = {
      lead: 'm.keller used svc.on',
      unit: 'session',
      count: 1,
      first,
      last,
      why: 'First time.',
    };
    await seed({ account: 'svc.on', lastSeen: opened, statement });
    const later = new Date(Date.now() - 3_600_000);
    await server.database.asOwner((owner) =>
      seedAccount((text, values) => owner.query(text, values), tenantId, 'svc.on', [
        { time: later, source: 'fin-laptop3', destination: 'prd-sql01', count: 111 },
      ]),
    );
    const { verdicts } = await admin.api.figuresRiskVerdicts({});
    expect(verdicts.map(({ serviceAccount }) => serviceAccount)).toEqual(['svc.on', 'svc.over']);
    expect(verdicts[0]).toMatchObject({
      firstSeen: opened.toISOString(),
      lastSeen: later.toISOString(),
      state: 'now',
      nextStep: 'Ask m.keller: who gave you the password of svc.on, and for which task?',
    });
    expect(verdicts[0]!.riskDetails).toMatch(
      /^m\.keller used svc\.on: 1 session on .* Since then 111 more events, last .* UTC\. First time\.$/,
    );
  });

  it('have the numbers of their case, which counts all of its findings about the same', async () => {
    const use = (days: number) => {
      const time = ago(days).getTime();
      return { lead: 'm.keller used svc.a', unit: 'use', count: 1, first: time, last: time, why: '' };
    };
    await seed({ account: 'svc.a', lastSeen: ago(3), statement: use(3) });
    await server.database.asOwner((owner) =>
      owner.query(
        `INSERT INTO scout.findings (tenant_id, finding_id, case_id, hour, occurred_at, account, account_key, kind, severity, score,
           sentence, statement)
         SELECT tenant_id, gen_random_uuid(), case_id, '2000-01-01', $3, account, account, 'odd-hour', 'low', 4, 'm.keller used it.', $2
         FROM scout.cases WHERE tenant_id = $1`,
        [tenantId, JSON.stringify(use(2)), ago(2)],
      ),
    );
    const [verdict] = (await admin.api.figuresRiskVerdicts({})).verdicts;
    expect(verdict!.riskDetails).toMatch(/^m\.keller used svc\.a: 2 uses since /);
    const { cases } = await admin.api.cases({});
    expect(cases[0]!.statement).toMatchObject({ lead: 'm.keller used svc.a', count: 2 });
  });

  it('have the oldest of very many cases first if it goes on', async () => {
    await seed({ account: 'svc.on', lastSeen: ago(20) });
    await server.database.asOwner((owner) =>
      seedAccount((text, values) => owner.query(text, values), tenantId, 'svc.on', [
        { time: new Date(Date.now() - 3_600_000), source: 'fin-laptop3', destination: 'prd-sql01' },
      ]),
    );
    for (let n = 0; n < 150; n += 1) await seed({ account: `svc.over${n}`, lastSeen: ago(2) });
    const { verdicts } = await admin.api.figuresRiskVerdicts({});
    expect(
      verdicts.filter(({ state }) => state === 'now').map(({ serviceAccount }) => serviceAccount),
    ).toEqual(['svc.on']);
    expect(verdicts[0]?.serviceAccount).toBe('svc.on');
  });

  it('begin with what goes on, end with jobs that fail, and have the most severe first within each', async () => {
    const hour = 1 / 24;
    await seed({ account: 'svc.job', kind: 'refused-expired', severity: 'high', lastSeen: ago(hour) });
    await seed({ account: 'svc.critical', severity: 'critical', lastSeen: ago(3) });
    await seed({ account: 'svc.high', lastSeen: ago(2) });
    await seed({ account: 'svc.now', severity: 'medium', lastSeen: ago(2 * hour) });
    const { verdicts } = await admin.api.figuresRiskVerdicts({});
    expect(verdicts.map(({ serviceAccount, state }) => [serviceAccount, state])).toEqual([
      ['svc.now', 'now'],
      ['svc.critical', 'unexplained'],
      ['svc.high', 'unexplained'],
      ['svc.job', 'job'],
    ]);
  });

  it('are one per case: its most severe finding in the window', async () => {
    await seed({ account: 'svc.a', lastSeen: ago(10), sentence: 'The first.' });
    await sql(`INSERT INTO scout.findings (tenant_id, finding_id, case_id, hour, occurred_at, account, account_key, kind, severity,
        score, sentence)
      SELECT tenant_id, gen_random_uuid(), case_id, '${ago(0).toISOString()}', '${ago(0).toISOString()}'::timestamptz - interval '1 day' * days, account, account, kind, grade, 30,
        'Of ' || grade || ' severity.'
      FROM scout.cases, (VALUES (1, 'medium'), (2, 'critical')) AS other (days, grade) WHERE tenant_id = $1`);
    const details = async (query = {}) =>
      (await admin.api.figuresRiskVerdicts(query)).verdicts.map(({ riskDetails }) => riskDetails);
    expect(await details()).toEqual(['Of critical severity.']);
    expect(await details({ from: ago(1.5).toISOString() })).toEqual(['Of medium severity.']);
    expect(await details({ from: ago(11).toISOString(), to: ago(9).toISOString() })).toEqual(['The first.']);
  });

  it('omit what is excused, expected or a false alarm, and keep misuse', async () => {
    for (const account of ['svc.excused', 'svc.expected', 'svc.false', 'svc.misuse', 'svc.open'])
      await seed({ account, lastSeen: ago(1) });
    await sql(`INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, starts_at, ends_at, reason, created_by)
      VALUES ($1, '00000000-0000-4000-8000-0000000000e1', 'svc.excused', now() - interval '2 days', now(), 'Test', 'ada@bank.example')`);
    await sql(`UPDATE scout.findings SET excused_by = '00000000-0000-4000-8000-0000000000e1'
      WHERE tenant_id = $1 AND account = 'svc.excused'`);
    for (const closing of ['expected', 'false', 'misuse'])
      await sql(`UPDATE scout.cases SET status = 'closed', closed_as = '${closing}'
        WHERE tenant_id = $1 AND account = 'svc.${closing}'`);
    expect((await accounts()).sort()).toEqual(['svc.misuse', 'svc.open']);
  });

  it('are bounded, and all of them counted', async () => {
    await seed({ account: 'svc.a', lastSeen: ago(1) });
    await sql(`INSERT INTO scout.cases (tenant_id, case_id, number, case_key, account, account_key, kind, severity, score, sentence,
        first_seen, last_seen, opened_at)
      SELECT $1, gen_random_uuid(), 100 + n, 'k' || n, 'svc.n', 'svc.n', 'new-source', 'high', 12, 'It was.', now(), now(), now()
      FROM generate_series(1, 1000) AS n`);
    await sql(`INSERT INTO scout.findings (tenant_id, finding_id, case_id, hour, occurred_at, account, account_key, kind, severity,
        score, sentence)
      SELECT tenant_id, gen_random_uuid(), case_id, '${ago(0).toISOString()}', '${ago(0).toISOString()}'::timestamptz - interval '1 hour', account, account, kind, severity, score, sentence
      FROM scout.cases WHERE tenant_id = $1 AND number > 100`);
    const { total, verdicts } = await admin.api.figuresRiskVerdicts({});
    expect({ total, listed: verdicts.length }).toEqual({ total: 1001, listed: 1000 });
  });
});
