import { limits } from '@scout/contract';
import {
  type ActivityState,
  type CaseState,
  seedAccount,
  seedAgent,
  seedCase,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organizationWithAdmin, signedIn, type TestPerson } from '../../../testing/people.ts';

const DAY = 86_400_000;

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

const open = (state: CaseState) =>
  server.database.asOwner((owner) => seedCase((sql, values) => owner.query(sql, values), tenantId, state));
const account = (name: string, activity?: readonly ActivityState[]) =>
  server.database.asOwner((owner) =>
    seedAccount((sql, values) => owner.query(sql, values), tenantId, name, activity),
  );
/** Noon in UTC so many days before today. */
function noon(daysAgo: number): Date {
  const date = new Date();
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - daysAgo, 12));
}
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

describe('counts of cases', () => {
  beforeEach(async () => {
    await open({ account: 'svc.billing', severity: 'high', firstSeen: noon(3) });
    await open({ account: 'svc.billing', severity: 'low', kind: 'new-source', firstSeen: noon(3) });
    await open({ account: 'svc.etl', severity: 'critical', kind: 'new-source', firstSeen: noon(1) });
    await open({ account: 'svc.old', severity: 'high', firstSeen: noon(100) }).then((number) =>
      admin.api.casesClose({ number, as: 'expected', reason: 'A test.' }),
    );
  });

  it('are by value and by the day on which they opened', async () => {
    await member.api.casesAssign({ number: 1, assignee: member.email });
    const { days, ...facets } = await member.api.casesFacets({ status: 'active' });
    expect(facets).toEqual({
      matching: 3,
      severity: [
        { value: 'critical', count: 1 },
        { value: 'high', count: 1 },
        { value: 'low', count: 1 },
      ],
      kind: [
        { value: 'new-source', count: 2 },
        { value: 'person-used-account', count: 1 },
      ],
      account: [
        { value: 'svc.billing', count: 2 },
        { value: 'svc.etl', count: 1 },
      ],
      assignee: [
        { value: 'none', count: 2 },
        { value: member.email, count: 1 },
      ],
    });
    expect(days).toHaveLength(limits.caseFacets.days);
    expect(days.at(-1)?.day).toBe(dayOf(noon(0)));
    expect(days.filter(({ count }) => count > 0)).toEqual([
      { day: dayOf(noon(3)), count: 2, grave: 1 },
      { day: dayOf(noon(1)), count: 1, grave: 1 },
    ]);
  });

  it('of a property are those that the other filters leave', async () => {
    const found = await member.api.casesFacets({ status: 'active', severity: 'high' });
    expect(found.severity).toHaveLength(3);
    expect(found.account).toEqual([{ value: 'svc.billing', count: 1 }]);
    expect(found.days.filter(({ count }) => count > 0)).toHaveLength(1);
    const day = dayOf(noon(1));
    const opened = await member.api.casesFacets({ opened_from: day, opened_to: day });
    expect(opened.account).toEqual([{ value: 'svc.etl', count: 1 }]);
    // The days themselves stay whole, so that others can be chosen; what is closed counts as well.
    expect(opened.days.filter(({ count }) => count > 0)).toHaveLength(2);
  });

  it('match what the list shows with the same filter', async () => {
    const day = dayOf(noon(3));
    for (const filter of [
      { kind: 'new-source' },
      { opened_from: day, opened_to: day },
      { opened_from: day },
      { account: 'SVC.billing', status: 'active' as const },
      { text: 'ETL' },
      { text: 'c-3' },
      { text: 'nobody' },
      { tz: 'Pacific/Kiritimati', opened_from: dayOf(noon(2)) },
    ]) {
      const { cases } = await member.api.cases(filter);
      const facets = await member.api.casesFacets(filter);
      expect(cases.length, JSON.stringify(filter)).toBe(facets.matching);
      const sum = facets.account.reduce((total, { count }) => total + count, 0);
      const expected =
        'account' in filter ? facets.account.find(({ value }) => value === 'svc.billing')?.count : sum;
      expect(facets.matching, JSON.stringify(filter)).toBe(expected);
    }
  });

  it('refuse days in the wrong order', async () => {
    await expect(
      member.api.casesFacets({ opened_from: '2026-11-02', opened_to: '2026-11-01' }),
    ).rejects.toMatchObject({ status: 400 });
  });
});

describe('counts of the register', () => {
  beforeEach(async () => {
    await server.database.asOwner((owner) =>
      owner.query('DELETE FROM scout.service_accounts WHERE tenant_id = $1', [tenantId]),
    );
    await seedAgent(server.database, tenantId);
    const now = new Date();
    await account('svc.billing', [
      { time: now, source: 'app-1', destination: 'prd-sql01', actor: 'm.keller' },
      { time: now, source: 'app-1', destination: 'prd-sql01', actor: 'o.lang' },
    ]);
    await account('svc.old', [{ time: new Date(now.getTime() - 100 * DAY) }]);
    await account('svc.owned', [{ time: now }]);
    await admin.api.accountsUpdate({ account: 'svc.owned', owner: 'Billing team' });
    await open({ account: 'svc.billing' });
  });

  it('are by what is wrong, cases, contract, owner and origin', async () => {
    expect(await member.api.accountsFacets({})).toEqual({
      matching: 3,
      fault: [
        { value: 'unused', count: 1 },
        { value: 'unowned', count: 2 },
        { value: 'shared', count: 1 },
        { value: 'unwatched', count: 1 },
      ],
      use: [{ value: 'seen', count: 3 }],
      posture: [{ value: 'used-by-people', count: 1 }],
      cases: [
        { value: 'none', count: 2 },
        { value: 'open', count: 1 },
      ],
      contract: [{ value: 'none', count: 3 }],
      owner: [{ value: 'Billing team', count: 1 }],
      known_by: [{ value: 'name', count: 3 }],
    });
  });

  it('of a property are those that the other filters leave, and match the register', async () => {
    const found = await member.api.accountsFacets({ fault: 'unowned' });
    expect(found).toMatchObject({ matching: 2, owner: [], cases: [{ count: 1 }, { count: 1 }] });
    expect(found.fault).toHaveLength(4);
    for (const filter of [
      {},
      { fault: 'unused' as const },
      { fault: 'shared' as const },
      { fault: 'unwatched' as const },
      { cases: 'open' as const },
      { cases: 'none' as const, fault: 'unowned' as const },
      { owner: 'Billing team' },
      { contract: 'approved' as const },
      { known_by: 'list' as const },
      { text: 'team' },
    ]) {
      const { accounts } = await member.api.accounts(filter);
      expect(accounts.length, JSON.stringify(filter)).toBe(
        (await member.api.accountsFacets(filter)).matching,
      );
      if (filter.fault) for (const each of accounts) expect(each.faults).toContain(filter.fault);
    }
  });

  it('an account tells the machines of the chosen days alone', async () => {
    await account('svc.days', [
      { time: noon(5), source: 'app-1' },
      { time: noon(2), source: 'app-2' },
    ]);
    const day = dayOf(noon(2));
    const found = await member.api.accountsRead({ account: 'svc.days', from: day, to: day });
    expect(found.sources.map(({ name }) => name)).toEqual(['app-2']);
    expect(found.hours).toHaveLength(2);
  });
});

describe('saved views', () => {
  const view = { page: 'cases', name: 'Grave', query: 'severity=high&status=all' } as const;

  it('belong to one person, are replaced by name, and removed', async () => {
    await member.api.savedViewsSave(view);
    await member.api.savedViewsSave({ ...view, page: 'accounts', query: 'fault=unowned' });
    const { views } = await member.api.savedViewsSave({ ...view, query: 'severity=low' });
    expect(views).toEqual([
      { page: 'accounts', name: 'Grave', query: 'fault=unowned' },
      { ...view, query: 'severity=low' },
    ]);
    expect(await admin.api.savedViews({})).toEqual({ views: [] });
    await admin.api.savedViewsRemove(view);
    expect((await member.api.savedViews({})).views).toHaveLength(2);
    expect((await member.api.savedViewsRemove(view)).views).toHaveLength(1);
    expect((await member.api.savedViewsRemove(view)).views).toHaveLength(1);
  });

  it('are bounded, also when two windows save at the same time', async () => {
    const { most } = limits.savedViews;
    await server.database.asOwner((owner) =>
      owner.query(
        `INSERT INTO scout.saved_views (tenant_id, user_id, email, page, name, query)
         SELECT tenant_id, user_id, email, 'cases', 'View ' || n, '' FROM scout.memberships, generate_series(2, $3::int) n
         WHERE tenant_id = $1 AND email = $2`,
        [tenantId, member.email, most],
      ),
    );
    const outcomes = await Promise.allSettled(
      ['One', 'Two', 'Three'].map((name) => member.api.savedViewsSave({ ...view, name })),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(2);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'saved_view_limit' });
    // One that is there is still replaced.
    expect((await member.api.savedViewsSave({ ...view, name: 'View 2' })).views).toHaveLength(most);
  });

  it.each([{ name: ' ' }, { name: 'n'.repeat(61) }, { query: 'a b' }, { query: 'x'.repeat(1_001) }])(
    'refuse %o',
    async (wrong) => {
      await expect(member.api.savedViewsSave({ ...view, ...wrong })).rejects.toMatchObject({ status: 400 });
    },
  );
});
