import type { CaseRow } from '@scout/contract';
import {
  type ActivityState,
  type CaseState,
  seedAccount,
  seedCase,
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

const seed = (state?: CaseState) =>
  server.database.asOwner((owner) => seedCase((sql, values) => owner.query(sql, values), tenantId, state));
const at = (minute: number) => new Date(Date.UTC(2026, 10, 12, 8, minute));
const accounts = ({ cases }: { cases: readonly CaseRow[] }) => cases.map(({ account }) => account);

/** Transactions in other databases of the cluster also delay changes. */
const soon = { timeout: 30_000 };

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
const use = (activity: readonly ActivityState[]) =>
  server.database.asOwner((owner) =>
    seedAccount((sql, values) => owner.query(sql, values), tenantId, 'svc.billing', activity),
  );

describe('a search of cases', () => {
  it('finds parts of the names of accounts, people, sources and servers, and numbers', async () => {
    await seed();
    await seed({
      account: 'svc.etl',
      persons: ['o.lang'],
      sources: ['OPS-DESKTOP7'],
      destinations: ['PROD-LEDGER-02'],
    });
    await server.database.asOwner((owner) =>
      owner.query(
        `UPDATE scout.cases SET accounts = '["svc.atm", "svc.pos"]' WHERE tenant_id = $1 AND number = 2`,
        [tenantId],
      ),
    );
    const found = async (text: string) =>
      (await member.api.cases({ text })).cases.map(({ number }) => number);
    for (const text of ['billing', 'KELL', 'laptop3', 'prd-sql', 'BANK\\svc.billing', 'c-1', 'keller sql01'])
      expect(await found(text), text).toEqual([1]);
    for (const text of ['etl', 'lang', 'desktop', 'ledger', 'svc.pos', 'C-2'])
      expect(await found(text), text).toEqual([2]);
    for (const text of ['%', '_____', 'c-11', 'keller ledger']) expect(await found(text), text).toEqual([]);
    const other = await organizationWithAdmin(server);
    expect((await other.admin.api.cases({ text: 'svc' })).cases).toEqual([]);
  });
});

describe('the statement of a case', () => {
  it('has the sentence of its finding in parts', async () => {
    const statement = {
      lead: 'm.keller used svc.billing',
      unit: 'session',
      count: 2,
      first: at(1).getTime(),
      last: at(9).getTime(),
      why: 'First time used by m.keller.',
    };
    const number = await seed({ statement });
    await seed({ account: 'svc.early' });
    const { cases } = await member.api.cases({});
    expect(cases.map((row) => row.statement)).toEqual([null, statement]);
    expect(await member.api.casesRead({ number })).toMatchObject({ statement, findings: [{ statement }] });
  });

  it('is of the finding that gives the case its kind: one that names the person before a stronger one that does not', async () => {
    const time = ago(1).getTime();
    const common = { unit: 'use', count: 1, first: time, last: time, why: '' };
    const number = await seed({ statement: { ...common, lead: 'm.keller used svc.billing' } });
    await server.database.asOwner((owner) =>
      owner.query(
        `INSERT INTO scout.findings (tenant_id, finding_id, case_id, hour, occurred_at, account, account_key, kind, severity, score,
           sentence, person_level, statement)
         SELECT tenant_id, gen_random_uuid(), case_id, '2000-01-01', last_seen, account, account_key, 'person-signed-in', severity, 30,
           'svc.billing logged on.', 'present', $2
         FROM scout.cases WHERE tenant_id = $1`,
        [tenantId, JSON.stringify({ ...common, lead: 'svc.billing logged on' })],
      ),
    );
    const lead = 'm.keller used svc.billing';
    expect(await member.api.casesRead({ number })).toMatchObject({ statement: { lead } });
    expect((await admin.api.figuresRiskVerdicts({ from: ago(2).toISOString() })).verdicts).toMatchObject([
      { riskDetails: expect.stringContaining(lead) },
    ]);
  });

  it('continues with its way after its last finding, until it is closed', async () => {
    const number = await seed({ lastSeen: ago(48) });
    await seed({ kind: 'security-log-cleared', lastSeen: ago(47) });
    const way = { source: 'fin-laptop3', destination: 'prd-sql01', actor: 'm.keller' };
    await use([
      { ...way, time: ago(48), count: 7 },
      { ...way, time: ago(30), count: 90 },
      { ...way, time: ago(2), count: 4 },
      { source: 'app-bill01', destination: 'prd-sql01', time: ago(1), count: 500 },
    ]);
    const later = async () =>
      Object.fromEntries((await member.api.cases({})).cases.map((row) => [row.kind, row.later]));
    const found = await later();
    expect(found).toMatchObject({ 'person-used-account': { events: 94 }, 'security-log-cleared': null });
    expect(ago(2).getTime() - Date.parse(found['person-used-account']!.last)).toBeLessThan(HOUR);
    const { lanes } = await member.api.casesLanes({});
    expect(lanes[0]!['signed-in'].of_case.reduce((sum, events) => sum + events, 0)).toBe(101);
    await admin.api.casesClose({ number, as: 'misuse', reason: 'The password was changed.' });
    expect(await later()).toMatchObject({ 'person-used-account': null });
  });
});

describe('the list of cases', () => {
  beforeEach(async () => {
    await seed({ account: 'svc.old', lastSeen: at(1) });
    await seed({ account: 'svc.new', lastSeen: at(2) });
    await seed({ account: 'svc.grave', severity: 'critical', lastSeen: at(0) });
    await seed({ account: 'svc.light', severity: 'low', lastSeen: at(9), status: 'acknowledged' });
  });

  it('starts with the most severe and among them the newest, in pages', async () => {
    const sorted = ['svc.grave', 'svc.new', 'svc.old', 'svc.light'];
    const whole = await member.api.cases({});
    expect(accounts(whole)).toEqual(sorted);
    expect(whole).toMatchObject({ next: null, counts: { open: 3, acknowledged: 1, closed: 0 } });
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await member.api.cases({ limit: 1, ...(cursor && { cursor }) });
      found.push(...accounts(page));
      cursor = page.next;
    }
    expect(found).toEqual(sorted);
  });

  it.each([
    [{ status: 'active' }, ['svc.grave', 'svc.new', 'svc.old', 'svc.light']],
    [{ status: 'acknowledged' }, ['svc.light']],
    [{ status: 'closed' }, []],
    [{ severity: 'high' }, ['svc.new', 'svc.old']],
    [{ account: 'BANK\\SVC.New' }, ['svc.new']],
    [{ assignee: 'none' }, ['svc.grave', 'svc.new', 'svc.old', 'svc.light']],
  ] as const)('is filtered by %j', async (filter, expected) => {
    expect(accounts(await member.api.cases(filter))).toEqual(expected);
  });

  it('is filtered by assignee; a member who has left is assigned none', async () => {
    await member.api.casesAssign({ number: 2, assignee: member.email });
    expect(accounts(await admin.api.cases({ assignee: member.email }))).toEqual(['svc.new']);
    await admin.api.removeMember({ p_tenant_id: tenantId, p_email: member.email });
    expect(accounts(await admin.api.cases({ assignee: member.email }))).toEqual([]);
    expect(accounts(await admin.api.cases({ assignee: 'none' }))).toHaveLength(4);
  });

  it('gives a script the changes once, and continues from there', async () => {
    const since = '2026-11-01';
    await expect.poll(async () => accounts(await member.api.cases({ since })), soon).toHaveLength(4);
    const first = await member.api.cases({ since, limit: 3 });
    const rest = await member.api.cases({ since, limit: 3, cursor: first.next! });
    expect([...accounts(first), ...accounts(rest)]).toEqual(['svc.old', 'svc.new', 'svc.grave', 'svc.light']);
    const quiet = await member.api.cases({ since, cursor: rest.next! });
    expect(quiet).toMatchObject({ cases: [], next: rest.next });
    await member.api.casesComment({ number: 1, text: 'Asked the team.' });
    const afterwards = () => member.api.cases({ since, cursor: quiet.next! });
    await expect.poll(async () => accounts(await afterwards()), soon).toEqual(['svc.old']);
    const changed = await afterwards();
    expect(accounts(await member.api.cases({ since, cursor: changed.next! }))).toEqual([]);
    expect(accounts(await member.api.cases({ since: '2999-01-01' }))).toEqual([]);
  });

  it('withholds what an unfinished transaction may still precede', async () => {
    const since = '2026-11-01';
    await expect.poll(async () => accounts(await member.api.cases({ since })), soon).toHaveLength(4);
    const { next } = await member.api.cases({ since });
    await server.database.asOwner(async (early) => {
      await early.query('BEGIN');
      await early.query(`UPDATE scout.cases SET updated_at = now(), changed_in = pg_current_xact_id()
        WHERE tenant_id = '${tenantId}' AND number = 1`);
      await member.api.casesComment({ number: 2, text: 'Later, and committed first' });
      expect((await member.api.cases({ since, cursor: next! })).cases).toEqual([]);
      await early.query('COMMIT');
    });
    await expect
      .poll(async () => accounts(await member.api.cases({ since, cursor: next! })), soon)
      .toEqual(['svc.old', 'svc.new']);
  });

  it.each(['ecs', 'ocsf'] as const)(
    'gives scripts the changes as documents of %s, page by page',
    async (format) => {
      const since = '2026-11-01';
      await expect.poll(async () => accounts(await member.api.cases({ since })), soon).toHaveLength(4);
      const rows = (await member.api.cases({ since })).cases;
      const first = await member.api.cases({ since, format, limit: 3 });
      const rest = await member.api.cases({ since, format, limit: 3, cursor: first.next! });
      expect([first.cases, rest.cases]).toEqual([[], []]);
      expect([...first.documents!, ...rest.documents!]).toMatchObject(
        rows.map(({ number, account, sentence }) =>
          format === 'ecs'
            ? { message: sentence, user: { name: account }, scout: { case: { number } } }
            : { class_uid: 2004, message: sentence, unmapped: { case_number: number } },
        ),
      );
      const quiet = await member.api.cases({ since, format, cursor: rest.next! });
      expect(quiet).toMatchObject({ documents: [], cases: [] });
    },
  );

  it('starts over after a cursor of a database that was restored since', async () => {
    const query = { since: '2026-11-01', cursor: 'c_9000000000000000000_1' };
    await expect.poll(async () => accounts(await member.api.cases(query)), soon).toHaveLength(4);
  });

  it.each(['c_1', '1_1', '9_1_1', "1_1_1'", 'c_99999999999999999999_1', '1_1_99999999999'])(
    'refuses the cursor %s',
    async (cursor) => {
      await expect(member.api.cases({ cursor })).rejects.toMatchObject({ code: 'invalid_input' });
    },
  );
});

describe('a case', () => {
  const events = ['0193f5a0-1111-7abc-8def-000000000001-000002'];

  it('is returned with its findings, the events behind them, and the person with the evidence', async () => {
    const number = await seed({ events, lastSeen: at(5), persons: ['m.keller', 'o.lang'], level: 'present' });
    expect(await member.api.casesRead({ number })).toMatchObject({
      number,
      account: 'svc.billing',
      persons: ['m.keller', 'o.lang'],
      person_level: 'present',
      status: 'open',
      assignee: null,
      findings_total: 1,
      findings: [
        {
          time: at(5).toISOString(),
          // The event is no longer stored.
          events: [
            { id: events[0], time: at(5).toISOString(), event_type: null, computer: null, program: null },
          ],
          sources: ['FIN-LAPTOP3'],
        },
      ],
      changes: [],
    });
  });

  it('goes from acknowledged to closed and open again; each step is in its history and in the audit log', async () => {
    const number = await seed();
    await member.api.casesAcknowledge({ number });
    await member.api.casesAcknowledge({ number });
    await member.api.casesAssign({ number, assignee: admin.email });
    await member.api.casesAssign({ number, assignee: admin.email });
    await member.api.casesComment({ number, text: 'Asked the team.' });
    const closed = await admin.api.casesClose({ number, as: 'misuse', reason: 'They shared the password.' });
    expect(closed).toMatchObject({
      status: 'closed',
      closed_as: 'misuse',
      close_reason: 'They shared the password.',
      assignee: admin.email,
    });
    const reopened = await member.api.casesReopen({ number });
    expect(reopened).toMatchObject({ status: 'open', closed_as: null, close_reason: null });
    expect(reopened.changes.map(({ kind, author, text }) => [kind, author, text])).toEqual([
      ['reopened', member.email, null],
      ['closed', admin.email, 'They shared the password.'],
      ['comment', member.email, 'Asked the team.'],
      ['assigned', member.email, null],
      ['assigned', member.email, null],
      ['acknowledged', member.email, null],
    ]);
    const log = await admin.api.auditLogs({ limit: 6 });
    expect(log.map(({ action, actor, details }) => [action, actor, details.case])).toEqual([
      ['case_reopened', member.email, number],
      ['case_closed', admin.email, number],
      ['case_commented', member.email, number],
      ['case_assigned', member.email, number],
      ['case_assigned', member.email, number],
      ['case_acknowledged', member.email, number],
    ]);
  });

  it('is assigned to whoever acknowledges it, unless it is assigned to a member already', async () => {
    const number = await seed();
    expect(await member.api.casesAcknowledge({ number })).toMatchObject({ assignee: member.email });
    const held = await seed();
    await member.api.casesAssign({ number: held, assignee: admin.email });
    expect(await member.api.casesAcknowledge({ number: held })).toMatchObject({ assignee: admin.email });
    const leaver = await signedIn(server, tenantId, `cy-${crypto.randomUUID().slice(0, 8)}@bank.example`);
    const left = await seed();
    await member.api.casesAssign({ number: left, assignee: leaver.email });
    await admin.api.removeMember({ p_tenant_id: tenantId, p_email: leaver.email });
    expect(await member.api.casesAcknowledge({ number: left })).toMatchObject({ assignee: member.email });
  });

  it('is closed by admins only, once, with a reason', async () => {
    const number = await seed();
    const as = 'expected' as const;
    const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code });
    await refused(member.api.casesClose({ number, as, reason: 'It was me.' }), 'admin_required');
    await refused(admin.api.casesClose({ number, as, reason: '  ' }), 'invalid_input');
    await refused(admin.api.casesClose({ number, as, reason: 'x'.repeat(2001) }), 'invalid_input');
    await refused(member.api.casesReopen({ number }), 'case_state');
    await admin.api.casesClose({ number, as, reason: 'Planned.' });
    await refused(admin.api.casesClose({ number, as: 'misuse', reason: 'Again.' }), 'case_state');
    await refused(member.api.casesAcknowledge({ number }), 'case_state');
    const [newest] = await admin.api.auditLogs({ limit: 1 });
    expect(newest).toMatchObject({ action: 'case_closed', details: { as: 'expected', reason: 'Planned.' } });
  });

  it('is assigned to active members only, and unassigned when they leave', async () => {
    const number = await seed();
    const stranger = 'nobody@elsewhere.example';
    await expect(member.api.casesAssign({ number, assignee: stranger })).rejects.toMatchObject({
      code: 'not_assignable',
    });
    await admin.api.membersAdd({ email: 'invited@bank.example' });
    await expect(member.api.casesAssign({ number, assignee: 'invited@bank.example' })).rejects.toMatchObject({
      code: 'not_assignable',
    });
    const auditor = await signedIn(server, tenantId, `cy-${crypto.randomUUID().slice(0, 8)}@bank.example`);
    await admin.api.setMemberRole({ p_tenant_id: tenantId, p_email: auditor.email, p_role: 'auditor' });
    await expect(member.api.casesAssign({ number, assignee: auditor.email })).rejects.toMatchObject({
      code: 'not_assignable',
    });
    await member.api.casesAssign({ number, assignee: member.email });
    expect(await member.api.casesAssign({ number, assignee: null })).toMatchObject({ assignee: null });
    const people = await member.api.casesAssignees({});
    expect(people.map(({ email }) => email).sort()).toEqual([admin.email, member.email].sort());
  });

  it('has a bounded number of entries', async () => {
    const number = await seed();
    await server.database.asOwner((owner) =>
      owner.query(
        `INSERT INTO scout.case_comments (tenant_id, comment_id, case_id, author, body)
         SELECT $1, gen_random_uuid(), case_id, 'ada@bank.example', 'again'
         FROM scout.cases, generate_series(1, 2000) WHERE tenant_id = $1 AND number = $2`,
        [tenantId, number],
      ),
    );
    await expect(member.api.casesComment({ number, text: 'One more' })).rejects.toMatchObject({
      code: 'case_comments_full',
    });
    expect((await member.api.casesRead({ number })).changes).toHaveLength(200);
  });

  it('shows malformed stored data as far as it can', async () => {
    const number = await seed();
    await server.database.asOwner((owner) =>
      owner.query(
        `UPDATE scout.cases SET persons = '[{"name": "m.keller", "level": "acted"}, 7]', sources = '{}', accounts = '["svc.billing", "svc.other"]', reasons = '[null, {"facet": 1}]'
         WHERE tenant_id = $1 AND number = $2`,
        [tenantId, number],
      ),
    );
    expect(await member.api.casesRead({ number })).toMatchObject({
      persons: ['m.keller'],
      other_accounts: ['svc.other'],
      sources: [],
      reasons: [],
    });
  });
});
